import { browserFlags, findTestBrowser } from '../../scripts/find-browser.ts';
import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { stocked, test } from './support/fleet-test.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { locationFlow } from './support/location-flow.ts';
import { LocationStage } from './support/location-stage.ts';

/**
 * MAP-8, MAP-9: the generated paths of the machine for editing locations (drag, press, keys, paste, dialog)
 * on the real page, against the real host, on the plain map.
 */
test.use({ launchOptions: { executablePath: findTestBrowser(), args: [...browserFlags(), '--disable-3d-apis'] } });

const paths = await drivenPaths(locationFlow.samples, { wholeLeads: true });
const walked = pathsToWalk(paths);
const open = stocked(walked, LocationStage);

test('all that may become of a location that is edited is on a path', () => assertWholeFlow(locationFlow, paths));

for (const path of walked) {
  test(pathText(path), async ({ fleet }) => {
    await walk(locationFlow, path, await open(fleet, path), test.step);
  });
}
