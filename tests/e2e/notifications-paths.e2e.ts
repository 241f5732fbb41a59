import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { notificationsFlow, NotificationsStage } from './support/notifications-flow.ts';
import { touring } from './support/tour.ts';

/** ALM-9: the generated paths of the bell, against a real host, on a page whose time the test advances. */
const paths = await drivenPaths(notificationsFlow.samples, { wholeLeads: true, timers: true });
const walked = pathsToWalk(paths);
const test = touring({ roles: walked.map(() => 'owner'), hasClock: true });

test('all that may become of the bell is on a path', () => assertWholeFlow(notificationsFlow, paths));

for (const path of walked) {
  test(pathText(path), async ({ stop: { page, field }, operator }) => {
    const stage = await NotificationsStage.open(page, field, operator);
    await walk(notificationsFlow, path, stage, test.step);
    await stage.close();
  });
}
