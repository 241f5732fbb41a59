import { constants } from 'node:fs';
import { access, open, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Where a file's rejected rows go: `line,reason,` and the row as it stood. Made when the first one comes. */
export class RejectedFile {
  readonly #source: string;
  readonly #header: string;
  #handle: FileHandle | null = null;
  #waiting: string[] = [];
  /** The file that was written, or null when no row was rejected. */
  path: string | null = null;

  constructor(source: string, header: string) {
    this.#source = source;
    this.#header = header;
  }

  add(line: number, reason: string, row: string): void {
    this.#waiting.push(`${line},"${reason.replaceAll('"', '""')}",${row}\n`);
  }

  /** Writes what was added since; to be called now and then, and at the end. */
  async write(): Promise<void> {
    if (this.#waiting.length === 0) return;
    if (this.#handle === null) {
      this.path = path.join(await writableFolder(path.dirname(this.#source)), `${path.basename(this.#source)}.rejected.csv`);
      this.#handle = await open(this.path, 'w');
      await this.#handle.write(`line,reason,${this.#header}\n`);
    }
    const text = this.#waiting.join('');
    this.#waiting = [];
    await this.#handle.write(text);
  }

  async close(): Promise<void> {
    await this.write();
    await this.#handle?.close();
  }
}

/** Beside the input where that can be written to, else where the command was given, else the folder for temporary files. */
async function writableFolder(beside: string): Promise<string> {
  for (const folder of [beside, process.cwd()]) if (await isWritable(folder)) return folder;
  return tmpdir();
}

/** Root may write anywhere: a folder that nobody is meant to write to is left alone all the same. */
async function isWritable(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o222) === 0) return false;
  try {
    await access(folder, constants.W_OK);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
    throw error;
  }
}
