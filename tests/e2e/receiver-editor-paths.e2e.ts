import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { editorFlow } from './support/editor-flow.ts';
import { EditorStage } from './support/editor-stage.ts';
import { stocked, test } from './support/fleet-test.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { loadingFlow } from './support/loading-flow.ts';

/**
 * CFG-1, CFG-8, CFG-13: the generated paths of the editor's machine and of the one that loads it, on the real
 * page, against the real host, which fails, stalls, and receives changes by another person.
 */

const paths = await drivenPaths(editorFlow.samples, { wholeLeads: true });
const loadingPaths = await drivenPaths(loadingFlow.samples, { wholeLeads: true });
const walked = pathsToWalk(paths);
const loadsWalked = pathsToWalk(loadingPaths);
const open = stocked(walked, EditorStage);
const openLoading = stocked(loadsWalked, EditorStage);

test('all that may become of what it loads is on a path', () => assertWholeFlow(loadingFlow, loadingPaths));

for (const path of loadsWalked) {
  test(`loading: ${pathText(path)}`, async ({ fleet }) => {
    const { editor: dialog, calls } = await openLoading(fleet, path);
    await walk(loadingFlow, path, { dialog, label: 'Loading the configuration', calls }, test.step);
  });
}

test('all that may become of an edit is on a path', () => assertWholeFlow(editorFlow, paths));

for (const path of walked) {
  test(pathText(path), async ({ fleet }) => {
    await walk(editorFlow, path, await open(fleet, path), test.step);
  });
}
