const hourMs = 3_600_000;
/** A cell of a heat map is to be seen: about three pixels of a page's width, or two weeks of single hours. */
const mostColumns = 336;
/** An answer has no more cells than these, however many antennas there are, as long as a day is one. */
const mostCells = 20_000;
/** Whole parts of a day. */
const steps = [1, 2, 3, 4, 6, 8, 12, 24];

/** How many hours of a time (ms) are counted together for each of so many antennas (STAT-17). */
export function hoursTogether({ from, to }: { from: number; to: number }, antennas: number): number {
  const hours = Math.ceil(to / hourMs) - Math.floor(from / hourMs);
  const least = Math.max(1, hours / mostColumns, (hours * antennas) / mostCells);
  return steps.find((step) => step >= least) ?? Math.ceil(least / 24) * 24;
}
