const hourMs = 3_600_000;
/** The most columns of a heat map: two weeks of single hours, about three pixels each. */
const maxColumns = 336;
/** The most cells of an answer; with many antennas, a cell spans more hours, if necessary several days. */
const maxCells = 20_000;
/** How many hours a cell may span: the divisors of a day. */
const steps = [1, 2, 3, 4, 6, 8, 12, 24];

/** Returns how many hours share a cell for this time (ms) and number of antennas (STAT-17). */
export function hoursTogether({ from, to }: { from: number; to: number }, antennas: number): number {
  const hours = Math.ceil(to / hourMs) - Math.floor(from / hourMs);
  const least = Math.max(1, hours / maxColumns, (hours * antennas) / maxCells);
  return steps.find((step) => step >= least) ?? Math.ceil(least / 24) * 24;
}
