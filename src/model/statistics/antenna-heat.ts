import { type Chart, contactsText } from '../charts/chart.ts';
import { dayTicks } from '../charts/day-ticks.ts';
import { emptyShade, shadeLegend, shadeOf, type ShadeShares } from '../charts/heat-shades.ts';
import { countText } from '../text/number-text.ts';
import type { FleetLooks } from './fleet-looks.ts';
import type { AntennaAnswer } from './stats-tables.ts';

type Clock = { stamp: (ts: number) => string; zone: (ts: number) => string; offsetMinutes: (ts: number) => number };
type Health = NonNullable<AntennaAnswer['health']>;

const hourMs = 3_600_000;
/**
 * The limits between the shades, as shares of the maximum. The thirds of a square root scale keep quiet hours
 * distinct beside a loud one.
 */
const shares: ShadeShares = [1 / 9, 4 / 9];
/** The category of the line above the antennas, which shows the times. */
const timesLine = 'times';
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The receiver, antenna and time (ms) of a cell, which are needed to open it. */
export type AntennaCell = { rxId: number; antenna: number; from: number; to: number };

/** Returns the cell of a mark; null if the answer has no such cell. */
export function antennaCell(key: string, { health }: Pick<AntennaAnswer, 'health'>): AntennaCell | null {
  const cell = health?.cells.find((each) => keyOf(each) === key);
  if (health === undefined || cell === undefined) return null;
  return { rxId: cell.ReceiverId, antenna: cell.antenna, ...spanOf(cell, health) };
}

type Cell = Health['cells'][number];
const lineOf = ({ ReceiverId, antenna }: Pick<Cell, 'ReceiverId' | 'antenna'>): string => `${ReceiverId}/${antenna}`;
const keyOf = (cell: Cell): string => `${lineOf(cell)}/${cell.at}`;

/** Returns the time of a cell; the first and last hour may be partial. */
function spanOf({ at }: Cell, { from, to, cellHours }: Health): { from: number; to: number } {
  return { from: Math.max(at, from), to: Math.min(at + cellHours * hourMs, to) };
}

/**
 * Returns a heat map with a line for each antenna that heard contacts and a cell for each hour or several
 * hours (STAT-17).
 */
export function antennaHeatChart({ health }: Pick<AntennaAnswer, 'health'>, looks: FleetLooks, clock: Clock): Chart {
  const { from = 0, to = 0, cellHours = 1, cells = [] } = health ?? {};
  const nameOf = (rxId: number): string => looks.get(rxId)?.alias ?? `Receiver ${rxId}`;
  const stamp = (ts: number): string => `${clock.stamp(ts).slice(0, 16)} ${clock.zone(ts)}`;
  const sorted = cells.toSorted(
    (one, other) =>
      byName.compare(nameOf(one.ReceiverId), nameOf(other.ReceiverId)) ||
      one.ReceiverId - other.ReceiverId ||
      one.antenna - other.antenna ||
      one.at - other.at,
  );
  const lines = [...new Map(sorted.map((cell) => [lineOf(cell), cell])).entries()];
  const most = cells.reduce((largest, { count }) => Math.max(largest, count), 1);
  const span = [from, to] as const;
  const together = cellHours === 1 ? '' : `, ${cellHours} hours a cell`;
  const all = cells.reduce((sum, { count }) => sum + count, 0);
  return {
    kind: 'heat',
    title: 'Contacts per antenna and hour',
    axis: `Time (${clock.zone(to)})${together}`,
    columns: ['Receiver', 'Antenna', 'From', 'To', 'Contacts'],
    categories: [timesLine, ...lines.map(([line]) => line)],
    categoryNames: ['', ...lines.map(([, { ReceiverId, antenna }]) => `${nameOf(ReceiverId)}, antenna ${antenna}`)],
    tickedCategories: [timesLine],
    span,
    ticks: dayTicks(span, clock),
    lanes: lines.map(([category]) => ({ category, series: emptyShade, x: from, x2: to })),
    series: shadeLegend(most, shares, 'contact'),
    summary: `${contactsText(all)} at ${countText(lines.length)} ${lines.length === 1 ? 'antenna' : 'antennas'}, at most ${countText(cells.length === 0 ? 0 : most)} in a cell${together}.`,
    rows: sorted.map((cell) => {
      const { from: x, to: x2 } = spanOf(cell, { from, to, cellHours } as Health);
      const { ReceiverId, antenna, count } = cell;
      const where = `${nameOf(ReceiverId)}, antenna ${antenna}`;
      return {
        key: keyOf(cell),
        series: shadeOf(count, most, shares),
        category: lineOf(cell),
        value: count,
        x,
        x2,
        cells: [nameOf(ReceiverId), antenna, stamp(x), stamp(x2), count],
        text: `${where}, ${stamp(x)} to ${stamp(x2)}: ${contactsText(count)}`,
      };
    }),
  };
}
