import { join, resolve } from 'node:path';
import process from 'node:process';
import { createVitest, type Vitest } from 'vitest/node';
import type { Answer, Asked } from './test-process.ts';

/**
 * The process behind TestProcess. It runs the tests that its parent names, stops at the first failure, and
 * ends with the parent.
 */
const root = resolve(import.meta.dirname, '../..');
let vitest: Vitest | null = null;

process.on('message', (asked: Asked) => {
  void answer(asked).then((said) => process.send?.(said));
});
process.on('disconnect', () => {
  void (vitest?.close() ?? Promise.resolve()).finally(() => process.exit());
});

async function answer({ changed, tests }: Asked): Promise<Answer> {
  try {
    vitest ??= await createVitest({ root, watch: false, bail: 1, reporters: [{}], silent: true, update: 'none' });
    for (const file of changed) vitest.invalidateFile(join(root, file));
    const specifications = await vitest.globTestSpecifications(tests.map((test) => join(root, test)));
    if (specifications.length === 0) return { broken: `There are no such tests: ${tests.join(', ')}` };
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    // Vitest reports all modules that it has ever run.
    const wanted = new Set(specifications.map(({ moduleId }) => moduleId));
    const failed = testModules
      .filter(({ moduleId }) => wanted.has(moduleId))
      .flatMap((module) => [
        ...[...module.children.allTests('failed')].map(
          (test) => `${module.relativeModuleId} > ${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`,
        ),
        ...module.errors().map((error) => `${module.relativeModuleId}: ${error.message}`),
      ]);
    return { failed: [...failed, ...unhandledErrors.map(String)] };
  } catch (error) {
    return { dead: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
