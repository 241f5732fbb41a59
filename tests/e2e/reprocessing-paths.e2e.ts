import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { test } from './support/fixtures.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { reprocessingFlow } from './support/reprocessing-flow.ts';
import { ReprocessingStage } from './support/reprocessing-stage.ts';

/** DET-20: the generated paths of the machine that follows a job, against the real host. */
const paths = await drivenPaths(reprocessingFlow.samples, { wholeLeads: true, timers: true });

/**
 * A job that must complete rests after each of its two chunks, so that it still runs when the page first
 * polls.
 */
const restsOf = { completed: 2, running: 60 };

test('all that may become of a job is on a path', () => assertWholeFlow(reprocessingFlow, paths));

for (const path of pathsToWalk(paths)) {
  test.describe('job', () => {
    test.use({ expectErrors: ['net::ERR_'] });
    test(pathText(path), async ({ page, field, operator }) => {
      const isCompleted = path.moments.at(-1)?.snapshot.matches('completed') === true;
      const rest = isCompleted ? restsOf.completed : restsOf.running;
      await walk(reprocessingFlow, path, await ReprocessingStage.open(page, { field, operator }, rest), test.step);
    });
  });
}
