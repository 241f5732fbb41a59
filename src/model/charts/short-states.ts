/** A state on a line of a timeline, from `x` to `x2`. */
type Drawn = { readonly category: string; readonly x?: number; readonly x2?: number };
type PlacedState<Row> = { row: Row; from: number; to: number };

/**
 * The most room that a group of short states takes from its neighbours, in multiples of the minimum width.
 */
const maxTaken = 3;

/**
 * Widens states shorter than `least`, in the unit of `x`, so that they can be seen (CHART-12). Consecutive
 * short states share the room that they take from the longer states beside them, which keep at least `least`.
 */
export function widenedStates<Row extends Drawn>(rows: readonly Row[], least: number, span: readonly [number, number]): Row[] {
  const lines = Map.groupBy(rows, ({ category }) => category);
  return [...lines.values()].flatMap((line) => {
    const held = line
      .map((row): PlacedState<Row> => ({ row, from: row.x ?? 0, to: row.x2 ?? row.x ?? 0 }))
      .toSorted((one, other) => one.from - other.from);
    for (const group of shortGroups(held, least)) widen(held, group, { least, span });
    return held.map(({ row, from, to }) => ({ ...row, x: from, x2: to }));
  });
}

/** Returns the first and last index of each group of adjacent short states. */
function shortGroups(held: readonly PlacedState<unknown>[], least: number): { first: number; last: number }[] {
  const groups: { first: number; last: number }[] = [];
  for (const [at, { from, to }] of held.entries()) {
    if (to - from >= least) continue;
    const group = groups.at(-1);
    if (group?.last === at - 1 && from - (held[at - 1]?.to ?? 0) < least) group.last = at;
    else groups.push({ first: at, last: at });
  }
  return groups;
}

function widen(
  held: readonly PlacedState<unknown>[],
  { first, last }: { first: number; last: number },
  { least, span }: { least: number; span: readonly [number, number] },
): void {
  const states = held.slice(first, last + 1);
  const [begins, ends] = [states[0]?.from ?? 0, states.at(-1)?.to ?? 0];
  const [before, after] = [held[first - 1], held[last + 1]];
  /**
   * Returns how much a state can give up on one side: half its surplus, because short states on its other
   * side may need the other half.
   */
  const spared = (one: PlacedState<unknown>): number => Math.max(0, (one.to - one.from - least) / 2);
  const lowest = before === undefined ? span[0] : Math.max(before.to - spared(before), span[0]);
  const highest = after === undefined ? span[1] : Math.min(after.from + spared(after), span[1]);
  const wanted = Math.min(states.length * least, ends - begins + maxTaken * least);
  const width = Math.max(ends - begins, Math.min(wanted, highest - lowest));
  const start = Math.min(Math.max((begins + ends - width) / 2, lowest), Math.max(lowest, highest - width));
  for (const [at, state] of states.entries()) {
    state.from = start + (at * width) / states.length;
    state.to = start + ((at + 1) * width) / states.length;
  }
  if (before !== undefined) before.to = Math.min(before.to, start);
  if (after !== undefined) after.from = Math.max(after.from, start + width);
}
