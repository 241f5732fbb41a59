import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { stocked, test } from './support/fleet-test.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { receiversFlow } from './support/receivers-flow.ts';
import { ReceiversStage } from './support/receivers-stage.ts';

/**
 * FLEET-6, FLEET-8, FLEET-9: the generated paths of the machine behind the page of receivers (create, copy,
 * retire, restore, move, location) on the real page, against the real host, which fails, stalls, and receives
 * changes by another person.
 */

const paths = await drivenPaths(receiversFlow.samples, { wholeLeads: true });
const walked = pathsToWalk(paths);
const open = stocked(walked, ReceiversStage);

test('all that may become of what is asked there is on a path', () => assertWholeFlow(receiversFlow, paths));

for (const path of walked) {
  test(pathText(path), async ({ fleet }) => {
    await walk(receiversFlow, path, await open(fleet, path), test.step);
  });
}
