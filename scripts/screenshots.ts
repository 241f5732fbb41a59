import process from 'node:process';
import { allScenes } from './screenshots/all-scenes.ts';
import { compareFolders } from './screenshots/compare.ts';
import { docsScenes } from './screenshots/docs-scenes.ts';
import { chosenScenes, help, readOrder, type ScreenshotsOrder } from './screenshots/options.ts';
import { takeAll } from './screenshots/take-all.ts';
import { takeDocs } from './screenshots/take-docs.ts';

/** `npm run screenshots`: pictures of the running product, for the README and to see what a change does. */
const order = orderOrExit();
try {
  process.exitCode = await run(order);
} catch (error) {
  console.error(order.mode === 'compare' ? (error as Error).message : error);
  process.exitCode = 2;
}

function orderOrExit(): ScreenshotsOrder {
  const args = process.argv.slice(2);
  try {
    return readOrder(args, { docs: docsScenes.map(({ name }) => name), all: allScenes.map(({ name }) => name) });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    return process.exit(2);
  }
}

async function run(wanted: ScreenshotsOrder): Promise<0 | 1> {
  if (wanted.mode === 'docs') {
    await takeDocs(chosenScenes(docsScenes, wanted.scenes));
    return 0;
  }
  const lines =
    wanted.mode === 'all'
      ? await takeAll(chosenScenes(allScenes, wanted.scenes), wanted.into)
      : compareFolders(wanted.before, wanted.after, wanted.into);
  for (const line of lines) console.log(line);
  return lines.length === 0 ? 0 : 1;
}
