import process from 'node:process';
import { mutantsHelp, readMutantsOptions, root, type MutantsOptions } from './mutants/options.ts';
import { TestProcess } from './mutants/test-process.ts';
import { Trial } from './mutants/trial.ts';
import { WorkingCopy } from './mutants/working-copy.ts';

/** `npm run mutants`: plants faults that types and lint let pass, and tells which of them no test notices. */
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
  const tests = new TestProcess(copy.root);
  process.once('SIGINT', () => void leave(130));
  process.once('SIGTERM', () => void leave(143));
  const leave = async (code: number) => {
    await tests.stop();
    copy.remove();
    process.exit(code);
  };
  try {
    await new Trial(copy, tests, options).run();
  } finally {
    await tests.stop();
    copy.remove();
  }
}
