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

/** True for the first line of a file of rejected rows. */
export function isRejectedHeader(line: string): boolean {
  return line.startsWith(prefix);
}

/** A line of a file of rejected rows as its format has it, without the number of its line and the reason. */
export function withoutReason(line: string): string {
  const row = /^[^,"]*,(?:"(?:[^"]|"")*"|[^",]*),(.*)$/s.exec(line)?.[1] ?? line;
  // A row that could not be split into cells is written as one cell.
  const cells = row.startsWith('"') ? cellsOf(row) : null;
  return cells?.length === 1 ? (cells[0] ?? '') : row;
}

/**
 * Where a file's rejected rows go: `line,reason,` and the row as it stood, but for what a spreadsheet would
 * take for a formula, which is guarded. It can be imported itself once its rows are mended. Made when the
 * first row comes. What an earlier run left is kept, as somebody may be mending it: other rows go to a
 * numbered file beside it, the same rows to none.
 */
export class RejectedFile {
  readonly #source: string;
  #handle: FileHandle | null = null;
  #waiting: Buffer[] = [];
  /** The header of the rows to come, until it is written. */
  #header: string | null = null;
  /** What earlier runs wrote, in their order. */
  #earlier: string[] = [];
  /** The file that was written, or null when no row was rejected. */
  path: string | null = null;

  constructor(source: string) {
    this.#source = source;
  }

  /** The header under which the rows that come now stand in their file. */
  header(row: string): void {
    this.#header = row;
  }

  /** A row that is not UTF-8 has a character for each of its bytes (latin1), and is written as these. */
  add(line: number, reason: string, row: string, encoding: 'utf8' | 'latin1' = 'utf8'): void {
    if (this.#header !== null) this.#waiting.push(Buffer.from(`${prefix}${this.#header}\n`));
    this.#header = null;
    const said = Buffer.from(`${line},"${reason.replaceAll('"', '""')}",`);
    this.#waiting.push(said, Buffer.from(`${guarded(row)}\n`, encoding));
  }

  /** Writes what was added since; to be called now and then, and at the end. */
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

/**
 * Numbers may begin with a sign. A row whose cells cannot be told apart goes into one cell, or it would take
 * the next rows with it.
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
 * Beside the input where that can be written to, else where the command was given, else the folder for
 * temporary files.
 */
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
