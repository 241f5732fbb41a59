import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';

/**
 * Where a file's rejected rows go: `line,reason,` and the row as it stood. Made when the first one comes. What an earlier run left is
 * kept, as somebody may be mending it: other rows go to a numbered file beside it, the same rows to none.
 */
export class RejectedFile {
  readonly #source: string;
  readonly #header: string;
  #handle: FileHandle | null = null;
  #waiting: string[] = [];
  /** What earlier runs wrote, in their order. */
  #earlier: string[] = [];
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
      const folder = await writableFolder(path.dirname(this.#source));
      this.#handle = await this.#openNew(path.join(folder, `${path.basename(this.#source)}.rejected`));
      await this.#handle.write(`line,reason,${this.#header}\n`);
    }
    const text = this.#waiting.join('');
    this.#waiting = [];
    await this.#handle.write(text);
  }

  async close(): Promise<void> {
    await this.write();
    await this.#handle?.close();
    if (this.path === null) return;
    for (const earlier of this.#earlier) {
      // What cannot be read counts as other.
      if (!(await sameContent(earlier, this.path).catch(() => false))) continue;
      await rm(this.path);
      this.path = earlier;
      return;
    }
  }

  /** Opens the first of `stem.csv`, `stem-2.csv`, … that is not there yet. */
  async #openNew(stem: string): Promise<FileHandle> {
    while (true) {
      const file = this.#earlier.length === 0 ? `${stem}.csv` : `${stem}-${this.#earlier.length + 1}.csv`;
      try {
        const handle = await open(file, 'wx');
        this.path = file;
        return handle;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
        this.#earlier.push(file);
      }
    }
  }
}

async function sameContent(one: string, other: string): Promise<boolean> {
  const [{ size }, { size: otherSize }] = [await stat(one), await stat(other)];
  return size === otherSize && (await digest(one)) === (await digest(other));
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
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
    if (['EACCES', 'EROFS', 'EPERM'].includes(String(codeOf(error)))) return false;
    throw error;
  }
}
