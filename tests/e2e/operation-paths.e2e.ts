import { type Browser, chromium } from '@playwright/test';
import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { test as lined } from './support/broken-line.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { operationFlow, OperationStage } from './support/operation-flow.ts';

/**
 * CHG-14: the generated paths of the operation machine on two real pages of two people; a proxy breaks the
 * first one's line. At the end of each path both pages and the database agree.
 */
const test = lined.extend<object, { undisturbed: Browser }>({
  undisturbed: [
    async ({ launchOptions }, use) => {
      const isMapped = (arg: string) => arg.startsWith('--host-resolver-rules');
      const browser = await chromium.launch({
        ...launchOptions,
        args: launchOptions.args?.filter((arg) => !isMapped(arg)) ?? [],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});
test.use({ expectErrors: ['net::ERR_', 'WebSocket connection to', 'status of 409', 'status of 410'] });

const paths = await drivenPaths(operationFlow.samples, { wholeLeads: true });

test('all that may become of an operation is on a path', () => assertWholeFlow(operationFlow, paths));

for (const path of pathsToWalk(paths)) {
  test(pathText(path), async ({ page, undisturbed, field, operator, line }) => {
    const stage = await OperationStage.open(page, undisturbed, { field, operator, line });
    try {
      await walk(operationFlow, path, stage, test.step);
    } finally {
      await stage.close();
    }
  });
}
