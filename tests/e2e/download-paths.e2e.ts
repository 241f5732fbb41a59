import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { downloadFlow, hasPicker } from './support/download-flow.ts';
import { DownloadStage } from './support/download-stage.ts';
import { dumpFileFlow } from './support/dump-file-flow.ts';
import { DumpFileStage } from './support/dump-file-stage.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { touring } from './support/tour.ts';

/** FILE-11, FILE-12: the generated paths of a data file and its download, against the real host. */
const files = await drivenPaths(dumpFileFlow.samples, { wholeLeads: true, timers: true });
const downloads = await drivenPaths(downloadFlow.samples, { wholeLeads: true });
const filesToWalk = pathsToWalk(files);
const downloadsToWalk = pathsToWalk(downloads);
const test = touring({ roles: [...filesToWalk, ...downloadsToWalk].map(() => 'owner'), hasClock: true });

test('all that may become of a file is on a path', () => assertWholeFlow(dumpFileFlow, files));
test('all that may become of a download is on a path', () => assertWholeFlow(downloadFlow, downloads));

test.describe('on a line that breaks', () => {
  test.use({ expectErrors: ['net::ERR_'] });

  for (const path of filesToWalk) {
    test(`file: ${pathText(path)}`, async ({ stop: { page, field }, operator }) => {
      await walk(dumpFileFlow, path, await DumpFileStage.open(page, { field, operator }), test.step);
    });
  }

  for (const path of downloadsToWalk) {
    test(`download: ${pathText(path)}`, async ({ stop: { page, field } }) => {
      await walk(downloadFlow, path, await DownloadStage.open(page, field, hasPicker(path.input)), test.step);
    });
  }
});
