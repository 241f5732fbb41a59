import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AdminError } from './admin-command.ts';

/** Asks for a new password twice without showing it; where nobody sits at a terminal, its first line of standard input. */
export async function readPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const password = await ask(prompt);
  if ((await ask('The same again: ')) !== password) throw new AdminError('The two passwords differ: nothing was changed.');
  return password;
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  for await (const line of lines) return line;
  throw new AdminError('No password came on standard input: nothing was changed.');
}

async function ask(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  try {
    return await terminal.question('');
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw new AdminError('Nothing was changed.');
    throw error;
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
