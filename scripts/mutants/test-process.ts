import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { neededBy, needsOf } from './related-tests.ts';
import type { WorkingCopy } from './working-copy.ts';

/** The result of a run of test files: the names of failed tests, or 'late' if it did not end in time. */
export type Outcome = { failed: string[] } | 'late';

/**
 * A message to the process, and its answers: `dead` if it can run nothing more, `broken` if the requested
 * tests do not exist.
 */
export type Asked = { changed: string[]; tests: string[] };
export type Answer = { failed: string[] } | { dead: string } | { broken: string };

/**
 * A warm process that runs tests of a copy of the repository, with the databases they need. If a run hangs,
 * the process is ended, and the next run starts another.
 */
export class TestProcess {
  readonly #copy: WorkingCopy;
  /** The files that make the databases of all tests. If one changes, the process must start again. */
  readonly #setUpBy: ReadonlySet<string>;
  #child: ChildProcess | null = null;
  #stopped: Promise<void> | null = null;

  constructor(copy: WorkingCopy) {
    this.#copy = copy;
    this.#setUpBy = neededBy('tests/support/postgres-servers.ts', needsOf(copy.sources));
  }

  /**
   * Runs test files on the present copy. A fault may break the setup of the tests or end their process, which
   * counts as a failure.
   *
   * @throws Error if there are no such tests.
   */
  async run(tests: string[], seconds: number): Promise<Outcome> {
    const changed = this.#copy.takeWritten();
    if (changed.some((file) => this.#setUpBy.has(file)) && this.#child !== null) await this.#end(this.#child);
    // A process group of its own, so that Ctrl-C reaches this process first, and all of the group can be
    // killed.
    this.#child ??= fork(join(this.#copy.root, 'scripts/mutants/test-process-main.ts'), {
      cwd: this.#copy.root,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const child = this.#child;
    let complaints = '';
    const listen = (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4_000));
    child.stderr?.on('data', listen);
    const over = new AbortController();
    try {
      const answered = once(child, 'message', over).then(([answer]) => answer as Answer);
      const ended = once(child, 'exit', over).then((): Answer => ({ dead: `The process of the tests ended:\n${complaints}` }));
      child.send({ changed, tests } satisfies Asked);
      const answer = await Promise.race([answered, ended, delay(seconds * 1_000, 'late' as const, over)]);
      if (answer !== 'late' && 'failed' in answer) return answer;
      await this.#end(child);
      if (answer === 'late') return answer;
      if ('dead' in answer) return { failed: [answer.dead] };
      throw new Error(answer.broken);
    } finally {
      over.abort();
      child.stderr?.off('data', listen);
    }
  }

  /** Ends the process and its databases; by force after some seconds. */
  async stop(): Promise<void> {
    if (this.#child !== null) this.#stopped = this.#end(this.#child);
    await this.#stopped;
  }

  async #end(child: ChildProcess): Promise<void> {
    if (this.#child === child) this.#child = null;
    if (child.pid === undefined) return;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await Promise.race([ended, delay(10_000, undefined, { ref: false })]);
    }
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group has ended already.
    }
  }
}
