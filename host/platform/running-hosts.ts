import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { errorText } from './store/error-text.ts';
import { identify, isRunning } from './store/embedded/process-identity.ts';
import type { Logger } from 'pino';

const beginning = 'running.';

/** What a host that is up says of itself, for other commands on its data folder (HOST-19). */
const noteSchema = v.object({ machine: v.string(), pid: v.number(), born: v.string(), url: v.string() });

/**
 * Notes in the data folder where this host answers. Resolves with the function that takes the note away; one
 * that cannot be written is worth a warning, no more.
 */
export async function noteRunningHost(dataDir: string, url: string, log: Logger): Promise<() => Promise<void>> {
  const { pid } = process;
  const file = path.join(dataDir, `${beginning}${pid}.${new URL(url).port || 'own'}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const note = { machine: hostname(), pid, born: (await identify(pid))?.born ?? '', url };
    await writeFile(file, JSON.stringify(note), { mode: 0o600 });
  } catch (error) {
    log.warn({ reason: errorText(error) }, 'where this host answers could not be noted: commands say what their settings say');
  }
  return () => rm(file, { force: true });
}

/**
 * Where the hosts of this machine answer that run on the data folder; a killed one's note counts for
 * nothing.
 */
export async function runningHosts(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(dataDir).catch((): string[] => [])) {
    if (!isRunningNote(name)) continue;
    const note = await readFile(path.join(dataDir, name), 'utf8')
      .then(readNote)
      .catch(() => null);
    if (note !== null && note.machine === hostname() && (await isRunning(note))) found.push(note.url);
  }
  return found;
}

export function isRunningNote(name: string): boolean {
  return name.startsWith(beginning);
}

function readNote(text: string) {
  return v.parse(noteSchema, JSON.parse(text));
}
