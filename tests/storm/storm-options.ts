import { parseArgs } from 'node:util';

/** How many consoles, how many edits each makes, and the seed that plans both edits and faults. */
export type StormOptions = { consoles: number; edits: number; seed: number };

export const stormHelp = `npm run storm -- [--consoles N] [--edits M] [--seed S]

Runs a real host and database with N consoles (2 to 100, default 20) of different people. Each makes M edits (1 to 5,000, default 200) to
shared receivers and sites (names, settings, locations, retirement), with delays, lost requests and replies, cut lines, undos, a demotion, and
a kill of the host between commit and answer. Exits with 0 if all consoles, the database and the fold of its changes are equal, no operation
was done twice or lost, and no revision is missing.`;

/** @throws Error naming the option that cannot be read. */
export function readStormOptions(args: readonly string[]): StormOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { consoles: { type: 'string' }, edits: { type: 'string' }, seed: { type: 'string' } },
  });
  return {
    consoles: whole('consoles', values.consoles ?? '20', 2, 100),
    edits: whole('edits', values.edits ?? '200', 1, 5_000),
    seed: whole('seed', values.seed ?? '1', 0, 2 ** 31),
  };
}

function whole(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new Error(`--${name} is '${text}', but it takes a whole number from ${min} to ${max}`);
  return number;
}
