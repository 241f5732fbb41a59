import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { batchFlow } from './support/batch-flow.ts';
import { BatchStage } from './support/batch-stage.ts';
import { test } from './support/fleet-test.ts';
import { assertWholeFlow, walk } from './support/flow.ts';

/**
 * CFG-11: the generated paths of the batch's machine through the real page against the real host, which
 * fails, stalls, and meets the changes of somebody else.
 */

const paths = await drivenPaths(batchFlow.samples, { wholeLeads: true });

test('all that may become of a batch is on a path', () => assertWholeFlow(batchFlow, paths));

for (const path of pathsToWalk(paths)) {
  test(pathText(path), async ({ fleet }) => {
    await walk(batchFlow, path, await BatchStage.open(fleet, path), test.step);
  });
}
