import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { errorText } from '../error-text.ts';
import { identify, isRunning } from '../../process-identity.ts';
import type { Logger } from 'pino';

const beginning = 'running.';

/** The note that a running host writes about itself, for other commands on its data folder (HOST-19). */
const noteSchema = v.object({
  machine: v.string(),
  pid: v.number(),
  born: v.string(),
  url: v.string(),
  /**
   * The certificate that the host read when it started (PEM). Absent without https, or in the note of an
   * earlier version.
   */
  certificate: v.optional(v.string()),
});

/**
 * Writes the note of this host into the data folder, and deletes the notes of killed hosts. Returns a
 * function that deletes this note. If the note cannot be written, only a warning is logged.
 */
export async function noteRunningHost(
  dataDir: string,
  { url, certificate }: { url: string; certificate?: string | undefined },
  log: Logger,
): Promise<() => Promise<void>> {
  const { pid } = process;
  const file = path.join(dataDir, `${beginning}${pid}.${new URL(url).port || 'own'}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const note = { machine: hostname(), pid, born: (await identify(pid))?.born ?? '', url, certificate };
    await writeFile(file, JSON.stringify(note), { mode: 0o600 });
    for (const { name, isUp } of await notesIn(dataDir)) if (!isUp) await rm(path.join(dataDir, name), { force: true });
  } catch (error) {
    log.warn({ reason: errorText(error) }, 'where this host answers could not be noted: commands say what their settings say');
  }
  return () => rm(file, { force: true });
}

/** Returns the urls of the hosts that run on this machine with this data folder. */
export async function runningHosts(dataDir: string): Promise<string[]> {
  return (await notesIn(dataDir)).filter(({ isUp }) => isUp).map(({ note }) => note.url);
}

/** Returns the certificates of the hosts that run on this machine with this data folder (DOC-13). */
export async function shownCertificates(dataDir: string): Promise<string[]> {
  return (await notesIn(dataDir)).flatMap(({ isUp, note: { certificate } }) =>
    isUp && certificate !== undefined ? [certificate] : [],
  );
}

/**
 * Reads the notes of this machine's hosts. Those of other machines are skipped, because it is unknown whether
 * those hosts still run.
 */
async function notesIn(dataDir: string) {
  const found: { name: string; note: v.InferOutput<typeof noteSchema>; isUp: boolean }[] = [];
  for (const name of await readdir(dataDir).catch((): string[] => [])) {
    if (!isRunningNote(name)) continue;
    const note = await readFile(path.join(dataDir, name), 'utf8')
      .then(readNote)
      .catch(() => null);
    if (note?.machine === hostname()) found.push({ name, note, isUp: await isRunning(note) });
  }
  return found;
}

export function isRunningNote(name: string): boolean {
  return name.startsWith(beginning);
}

function readNote(text: string) {
  return v.parse(noteSchema, JSON.parse(text));
}
