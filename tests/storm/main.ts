import process from 'node:process';
import { asViteLoads } from '../support/as-vite-loads.ts';
import type * as Storm from './storm.ts';
import { readStormOptions, stormHelp } from './storm-options.ts';

/**
 * `npm run storm`: many consoles change the same things over bad lines. Exits with 0 if all end equal, 1 if
 * not, 2 if the storm cannot be played.
 */
const args = process.argv.slice(2);
if (args.includes('--help')) console.log(stormHelp);
else process.exit(await play());

async function play(): Promise<number> {
  try {
    const options = readStormOptions(args);
    const { playStorm } = (await asViteLoads('tests/storm/storm.ts')) as typeof Storm;
    console.log(`A storm of ${options.consoles} consoles, ${options.edits} edits each, seed ${options.seed}`);
    const { faults, figures } = await playStorm(options, (line) => console.log(line));
    for (const fault of faults.slice(0, 40)) console.error(fault);
    if (faults.length > 40) console.error(`… and ${faults.length - 40} more`);
    console.log(figures);
    console.log(faults.length === 0 ? 'All are equal.' : `${faults.length} faults`);
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
}
