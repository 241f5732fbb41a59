import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { csvCell, looksLikeFormula } from '#model/text/csv-cell.ts';
import { numberIn } from '../../platform/number-text.ts';
import { cellsOf } from './cells.ts';

const prefix = 'line,reason,';

/** Returns true for the first line of a file of rejected rows. */
export function isRejectedHeader(line: string): boolean {
  return line.startsWith(prefix);
}

/** Returns the original row in a line of a file of rejected rows, without line number and reason. */
export function withoutReason(line: string): string {
  const row = /^[^,"]*,(?:"(?:[^"]|"")*"|[^",]*),(.*)$/s.exec(line)?.[1] ?? line;
  // A row that could not be split into cells is written as one cell.
  const cells = row.startsWith('"') ? cellsOf(row) : null;
  return cells?.length === 1 ? (cells[0] ?? '') : row;
}

/**
 * The file for a source's rejected rows: `line,reason,` and the row as it was, with possible formulas
 * guarded. After a person corrects its rows, the file itself can be imported. It is created for the first
 * rejected row. The file of an earlier run is never changed, because a person may be editing it: different
 * rows go to a numbered file beside it; if the rows are the same, no new file remains.
 */
export class RejectedFile {
  readonly #source: string;
  #handle: FileHandle | null = null;
  #waiting: Buffer[] = [];
  /** The header of the next rows; null once it is written. */
  #header: string | null = null;
  /** The files of earlier runs, in order. */
  #earlier: string[] = [];
  /** The file with the rejected rows, or null if no row was rejected. */
  path: string | null = null;

  constructor(source: string) {
    this.#source = source;
  }

  /** Sets the header of the next rows. */
  header(row: string): void {
    this.#header = row;
  }

  /**
   * Adds a row. A row that is not UTF-8 (`latin1`) has one character per byte, and its bytes are written
   * unchanged.
   */
  add(line: number, reason: string, row: string, encoding: 'utf8' | 'latin1' = 'utf8'): void {
    if (this.#header !== null) this.#waiting.push(Buffer.from(`${prefix}${this.#header}\n`));
    this.#header = null;
    const said = Buffer.from(`${line},"${reason.replaceAll('"', '""')}",`);
    this.#waiting.push(said, Buffer.from(`${guarded(row)}\n`, encoding));
  }

  /** Writes the rows added since the last call. Call it after each batch, and at the end. */
  async write(): Promise<void> {
    if (this.#waiting.length === 0) return;
    if (this.#handle === null) {
      const folder = await writableFolder(path.dirname(this.#source));
      this.#handle = await this.#openNew(path.join(folder, `${path.basename(this.#source)}.rejected`));
    }
    const rows = Buffer.concat(this.#waiting);
    this.#waiting = [];
    await this.#handle.write(rows);
  }

  async close(): Promise<void> {
    await this.write();
    await this.#handle?.close();
    if (this.path === null) return;
    for (const earlier of this.#earlier) {
      // A file that cannot be read counts as different.
      if (!(await sameContent(earlier, this.path).catch(() => false))) continue;
      await rm(this.path);
      this.path = earlier;
      return;
    }
  }

  /** Creates the first of `stem.csv`, `stem-2.csv`, … that does not exist. */
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

/**
 * Returns a row with guards for possible formulas, but not for numbers with a sign. A row that cannot be
 * split becomes one cell, so that its quotes cannot swallow the next rows.
 */
function guarded(row: string): string {
  const cells = cellsOf(row);
  if (cells === null) return csvCell(row);
  const isFormula = (cell: string) => looksLikeFormula(cell) && numberIn(cell) === null;
  if (!/[\r\t]/.test(row) && !cells.some(isFormula)) return row;
  return cells.map((cell) => (numberIn(cell) === null ? csvCell(cell) : cell)).join(',');
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

/**
 * Returns the input's folder if it is writable, else the working directory if that is, else the folder for
 * temporary files.
 */
async function writableFolder(beside: string): Promise<string> {
  for (const folder of [beside, process.cwd()]) if (await isWritable(folder)) return folder;
  return tmpdir();
}

/**
 * Returns true if files may be created in a folder. Checks its mode too: root can write anywhere, but must
 * respect a read-only folder.
 */
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
