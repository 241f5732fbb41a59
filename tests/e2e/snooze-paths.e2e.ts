import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { stocked, test } from './support/fleet-test.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { snoozeFlow } from './support/snooze-flow.ts';
import { SnoozeStage } from './support/snooze-stage.ts';

/** ALM-12: the generated paths of the machine for snoozing receivers, against the real host. */
const paths = await drivenPaths(snoozeFlow.samples, { wholeLeads: true });
const walked = pathsToWalk(paths);
const open = stocked(walked, SnoozeStage);

test('all that may become of a snooze is on a path', () => assertWholeFlow(snoozeFlow, paths));

for (const path of walked) {
  test(pathText(path), async ({ fleet }) => {
    await walk(snoozeFlow, path, await open(fleet, path), test.step);
  });
}
