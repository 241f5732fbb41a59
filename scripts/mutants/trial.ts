import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { drawn } from './draw.ts';
import { mutantsOf, planted, type Mutant } from './mutators.ts';
import { root, type MutantsOptions } from './options.ts';
import { needsOf, testsOf } from './related-tests.ts';
import type { TestProcess } from './test-process.ts';
import type { WorkingCopy } from './working-copy.ts';

/**
 * One run of the command: draws faults, plants them in the copy, judges them by types, lint and the nearest
 * tests, and prints the results.
 */
export class Trial {
  readonly #copy: WorkingCopy;
  readonly #tests: TestProcess;
  readonly #options: MutantsOptions;
  readonly #needs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tests known to pass without a fault. */
  readonly #sound = new Set<string>();
  /** Tests that fail or hang without any fault; they would catch everything. */
  readonly #unsound = new Set<string>();
  readonly #signal: AbortSignal;

  constructor(copy: WorkingCopy, tests: TestProcess, options: MutantsOptions, signal: AbortSignal) {
    this.#signal = signal;
    this.#copy = copy;
    this.#tests = tests;
    this.#options = options;
    this.#needs = needsOf(copy.sources);
  }

  async run(): Promise<void> {
    const { count, seed, under } = this.#options;
    const files = [...this.#copy.sources].filter(([file]) => under.some((folder) => file.startsWith(`${folder}/`)));
    const mutants = files.flatMap(([file, text]) => mutantsOf(file, text));
    console.log(`${mutants.length} faults are possible in ${files.length} files under ${under.join(', ')}; seed ${seed}`);
    if (!(await this.#checks())) throw new Error('The repository does not type-check as it stands.');
    const lived: Mutant[] = [];
    let [valid, invalid] = [0, 0];
    for (const mutant of drawn(mutants, seed)) {
      if (valid === count) break;
      const { file } = mutant;
      this.#plant(mutant);
      const end = (await this.#checks(file)) ? await this.#judge(mutant) : null;
      this.#copy.restore(file);
      if (end === null) {
        invalid += 1;
        continue;
      }
      valid += 1;
      console.log(`${valid}/${count} ${end.caughtBy === null ? 'LIVED ' : 'caught'} ${told(mutant)}${end.why}`);
      if (end.caughtBy !== null) continue;
      lived.push(mutant);
      console.log(diffOf(mutant));
    }
    for (const mutant of lived) console.log(`\nlived: ${told(mutant)}\n${diffOf(mutant)}`);
    console.log(
      `\n${valid + invalid} planted, ${valid - lived.length} caught, ${lived.length} lived, ${invalid} did not type-check (or lint)`,
    );
  }

  /** Checks the types of all files, and lints the changed one. */
  async #checks(file?: string): Promise<boolean> {
    const info = join(this.#copy.root, 'mutants.tsbuildinfo');
    if (!(await this.#passes('tsc', ['--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', info]))) return false;
    return file === undefined || this.#passes('oxlint', ['--type-aware', '--deny-warnings', file]);
  }

  #passes(tool: string, given: readonly string[]): Promise<boolean> {
    const bin = join(root, 'node_modules/.bin', tool);
    return new Promise((resolve, reject) => {
      // A group of its own, so that its children end with it and do not write into a removed copy.
      const child = spawn(bin, given, { cwd: this.#copy.root, stdio: 'ignore', detached: true });
      const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
      this.#signal.addEventListener('abort', end);
      child.on('error', reject);
      child.on('close', (code) => {
        this.#signal.removeEventListener('abort', end);
        if (this.#signal.aborted) reject(new Error(`${tool} was interrupted`));
        else resolve(code === 0);
      });
    });
  }

  #plant(mutant: Mutant): void {
    this.#copy.write(mutant.file, planted(this.#copy.sources.get(mutant.file) ?? '', mutant));
  }

  async #judge(mutant: Mutant): Promise<{ caughtBy: string | null; why: string }> {
    let left = this.#options.tests;
    for (const test of testsOf(mutant.file, this.#needs).flat()) {
      if (left === 0) break;
      if (this.#unsound.has(test)) continue;
      const failing = await this.#failureOf(test);
      if (failing !== null) {
        if (await this.#isSound(test, mutant.file)) return { caughtBy: test, why: ` (${failing})` };
        this.#plant(mutant);
        continue;
      }
      left -= 1;
    }
    return { caughtBy: null, why: left === this.#options.tests ? ' (no sound test reaches it)' : '' };
  }

  /** Returns whether a test passes without the fault in `file`, and prints a line if it does not. */
  async #isSound(test: string, file: string): Promise<boolean> {
    if (this.#sound.has(test)) return true;
    this.#copy.restore(file);
    const failing = await this.#failureOf(test);
    if (failing === null) {
      this.#sound.add(test);
      return true;
    }
    this.#unsound.add(test);
    console.log(`${test} is left out, because it fails without any fault: ${failing}`);
    return false;
  }

  /** Returns why a test fails now, in one line; null if it passes. */
  async #failureOf(test: string): Promise<string | null> {
    const { seconds } = this.#options;
    const outcome = await this.#tests.run([test], seconds);
    if (outcome === 'late') return `${test} did not end within ${seconds} s`;
    return outcome.failed[0]?.replace(/\s+/g, ' ').slice(0, 400) ?? null;
  }
}

function told({ file, line, kind }: Mutant): string {
  return `${file}:${line} ${kind}`;
}

function diffOf({ before, after }: Mutant): string {
  const lines = (sign: string, text: string) => text.split('\n').map((line) => `  ${sign} ${line}`);
  return [...lines('-', before), ...lines('+', after)].join('\n');
}
