import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '../..');

/** How a command of the host ended: its exit code (null if it was killed) and its whole output. */
export type CommandEnd = { code: number | null; said: string };

/** A running command of the host, as started by `npm run`. */
export type RunningCommand = { child: ChildProcess; ended: Promise<CommandEnd> };

/**
 * Starts a file of host/ with these arguments. `prefix` is put before the command, for example to run it as
 * another user.
 */
export function startCommand(
  file: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  prefix: readonly string[] = [],
): RunningCommand {
  const [command = process.execPath, ...args] = [...prefix, process.execPath, join(root, 'host', file), ...words];
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  const ended = new Promise<CommandEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
  return { child, ended };
}

export const backupCommand = 'entry/backup/backup-main.ts';
export const doctorCommand = 'entry/doctor/doctor-main.ts';
export const restoreCommand = 'entry/backup/restore-main.ts';
