import { Mistake } from '../../platform/mistake.ts';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Asks for a new password twice without showing it. Without a terminal, reads the first line of standard
 * input.
 */
export async function readPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const password = await ask(prompt);
  if ((await ask('Repeat the password: ')) !== password) throw new Mistake('The two passwords differ. Nothing was changed.');
  return password;
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  for await (const line of lines) return line;
  throw new Mistake('No password on standard input. Nothing was changed.');
}

async function ask(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  try {
    return await terminal.question('');
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw new Mistake('Nothing was changed.');
    throw error;
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
