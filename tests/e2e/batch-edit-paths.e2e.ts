import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { batchFlow } from './support/batch-flow.ts';
import { BatchStage } from './support/batch-stage.ts';
import { stocked, test } from './support/fleet-test.ts';
import { assertWholeFlow, walk } from './support/flow.ts';

/**
 * CFG-11: the generated paths of the batch's machine on the real page, against the real host, which fails,
 * stalls, and receives changes by another person.
 */

const paths = await drivenPaths(batchFlow.samples, { wholeLeads: true });
const walked = pathsToWalk(paths);
const open = stocked(walked, BatchStage);

test('all that may become of a batch is on a path', () => assertWholeFlow(batchFlow, paths));

for (const path of walked) {
  test(pathText(path), async ({ fleet }) => {
    await walk(batchFlow, path, await open(fleet, path), test.step);
  });
}
