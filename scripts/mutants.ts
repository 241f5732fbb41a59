import process from 'node:process';
import { mutantsHelp, readMutantsOptions, root, type MutantsOptions } from './mutants/options.ts';
import { TestProcess } from './mutants/test-process.ts';
import { Trial } from './mutants/trial.ts';
import { WorkingCopy } from './mutants/working-copy.ts';

/** `npm run mutants`: plants faults that pass types and lint, and prints which of them no test notices. */
const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(mutantsHelp);
} else {
  try {
    await tryMutants(readMutantsOptions(args));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

async function tryMutants(options: MutantsOptions): Promise<void> {
  const copy = new WorkingCopy(root);
  const tests = new TestProcess(copy);
  const ending = new AbortController();
  let interrupted: number | null = null;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      interrupted = code;
      ending.abort();
      // Ends the process of the tests, so that a pending run returns.
      void tests.stop();
    });
  }
  try {
    await new Trial(copy, tests, options, ending.signal).run();
  } catch (error) {
    if (interrupted === null) throw error;
    process.exitCode = interrupted;
  } finally {
    await tests.stop();
    copy.remove();
  }
}
