import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the repository, including uncommitted changes. Faults are planted only there. */
export class WorkingCopy {
  readonly root: string;
  readonly sources: ReadonlyMap<string, string>;
  readonly #written = new Set<string>();

  constructor(original: string) {
    this.root = mkdtempSync(join(tmpdir(), 'mutants-'));
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: original });
    const files = listed
      .toString()
      .split('\0')
      .filter((file) => file !== '' && existsSync(join(original, file)));
    for (const file of files) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      cpSync(join(original, file), join(this.root, file));
    }
    symlinkSync(join(original, 'node_modules'), join(this.root, 'node_modules'));
    const code = files.filter((file) => /\.tsx?$/.test(file));
    this.sources = new Map(code.map((file) => [file, readFileSync(join(this.root, file), 'utf8')]));
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), text);
    this.#written.add(file);
  }

  /** Returns the files written since the last call. Callers that cache their content must read them again. */
  takeWritten(): string[] {
    const written = [...this.#written];
    this.#written.clear();
    return written;
  }

  restore(file: string): void {
    this.write(file, this.sources.get(file) ?? '');
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }
}
