import process from 'node:process';
import { allScenes } from './screenshots/all-scenes.ts';
import { compareFolders } from './screenshots/compare.ts';
import { docsScenes } from './screenshots/docs-scenes.ts';
import { chosenScenes, help, readOrder, type ScreenshotsOrder } from './screenshots/options.ts';
import { takeAll } from './screenshots/take-all.ts';
import { takeDocs } from './screenshots/take-docs.ts';

/** `npm run screenshots`: pictures of the running product, for the README and to see what a change does. */
process.exitCode = await run(orderOrExit());

function orderOrExit(): ScreenshotsOrder {
  const args = process.argv.slice(2);
  try {
    return readOrder(args, { docs: docsScenes.map(({ name }) => name), all: allScenes.map(({ name }) => name) });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    return process.exit(2);
  }
}

async function run(order: ScreenshotsOrder): Promise<0 | 1> {
  if (order.mode === 'docs') {
    await takeDocs(chosenScenes(docsScenes, order.scenes));
    return 0;
  }
  const lines =
    order.mode === 'all'
      ? await takeAll(chosenScenes(allScenes, order.scenes), order.into)
      : compareFolders(order.before, order.after, order.into);
  for (const line of lines) console.log(line);
  return lines.length === 0 ? 0 : 1;
}
