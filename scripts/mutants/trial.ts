import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { drawn } from './draw.ts';
import { mutantsOf, planted, type Mutant } from './mutators.ts';
import { root, type MutantsOptions } from './options.ts';
import { needsOf, testsOf } from './related-tests.ts';
import type { TestProcess } from './test-process.ts';
import type { WorkingCopy } from './working-copy.ts';

/** One run of the command: faults drawn, planted in the copy, judged by types, lint and the nearest tests, and told on the console. */
export class Trial {
  readonly #copy: WorkingCopy;
  readonly #tests: TestProcess;
  readonly #options: MutantsOptions;
  readonly #needs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tests that were seen to pass without a fault. */
  readonly #sound = new Set<string>();

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
      this.#copy.write(file, planted(this.#copy.sources.get(file) ?? '', mutant));
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

  /** Types for all, and lint for the file that changed. */
  async #checks(file?: string): Promise<boolean> {
    const info = join(this.#copy.root, 'mutants.tsbuildinfo');
    if (!(await this.#passes('tsc', ['--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', info]))) return false;
    return file === undefined || this.#passes('oxlint', ['--type-aware', '--deny-warnings', file]);
  }

  #passes(tool: string, given: readonly string[]): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const bin = join(root, 'node_modules/.bin', tool);
      const child = spawn(bin, given, { cwd: this.#copy.root, stdio: 'ignore', signal: this.#signal });
      child.on('error', reject);
      child.on('close', (code) => resolve(code === 0));
    });
  }

  async #judge({ file }: Mutant): Promise<{ caughtBy: string | null; why: string }> {
    let left = this.#options.tests;
    for (const group of testsOf(file, this.#needs)) {
      for (const test of group.slice(0, left)) {
        const outcome = await this.#tests.run({ changed: [file], tests: [test] }, this.#options.seconds);
        if (outcome !== 'late' && outcome.failed.length === 0) continue;
        await this.#expectSound(test, file);
        return { caughtBy: test, why: ` (${outcome === 'late' ? `${test} did not end` : (outcome.failed[0] ?? '')})` };
      }
      left -= Math.min(left, group.length);
    }
    const none = left === this.#options.tests;
    return { caughtBy: null, why: none ? ' (no test reaches it)' : '' };
  }

  /** A test that fails, or does not end in time, without any fault would catch everything. */
  async #expectSound(test: string, file: string): Promise<void> {
    if (this.#sound.has(test)) return;
    const text = this.#copy.sources.get(file) ?? '';
    this.#copy.write(file, text);
    const outcome = await this.#tests.run({ changed: [file], tests: [test] }, this.#options.seconds);
    if (outcome === 'late') throw new Error(`${test} does not end within ${this.#options.seconds} s without any fault.`);
    if (outcome.failed.length > 0) throw new Error(`${test} fails without any fault: ${outcome.failed.join('\n')}`);
    this.#sound.add(test);
  }
}

function told({ file, line, kind }: Mutant): string {
  return `${file}:${line} ${kind}`;
}

function diffOf({ before, after }: Mutant): string {
  const lines = (sign: string, text: string) => text.split('\n').map((line) => `  ${sign} ${line}`);
  return [...lines('-', before), ...lines('+', after)].join('\n');
}
