import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A child process and the lines it has printed so far. */
export type TalkingChild = {
  process: ChildProcess;
  lines: readonly string[];
  /** Its standard error output. */
  complaints: () => string;
  /**
   * Resolves with the first line from the `from`-th on that begins with `start`; rejects if the child ends
   * without one.
   */
  line: (start: string, from?: number) => Promise<string>;
  ended: Promise<void>;
};

/** Runs `command` and reads its output line by line. */
export function talkTo(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): TalkingChild {
  const child = spawn(command, [...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let complaints = '';
  let over = false;
  const tell = () => {
    for (const check of waiting) check();
  };
  createInterface(child.stdout).on('line', (said) => {
    lines.push(said);
    tell();
  });
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      over = true;
      tell();
      resolve();
    });
  });
  const line = (start: string, from = 0) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const found = lines.slice(from).find((said) => said.startsWith(start));
        if (found === undefined && !over) return;
        waiting.delete(check);
        if (found === undefined) reject(new Error(`The child ended without saying '${start}':\n${complaints}`));
        else resolve(found);
      };
      waiting.add(check);
      check();
    });
  return { process: child, lines, complaints: () => complaints, line, ended };
}
