import { csvText } from '../text/csv-cell.ts';
import { fileName } from '../text/file-name.ts';
import type { Scheme } from '../live/palette.ts';
import { type ChartFact } from '../live/contact-text.ts';
import { countText } from '../text/number-text.ts';

/**
 * A cell of a chart's table. Numbers are aligned right and exported in full; `text` is a number's formatted
 * form.
 */
type Cell = string | number | { readonly value: number; readonly text: string };

/**
 * A point of a line: its position, its band from `low` to `high`, and the sides on which values lie beyond
 * the scale. `isAlone` is true if no line connects it to another point.
 */
export type LinePoint = {
  readonly at: number;
  readonly low: number;
  readonly high: number;
  readonly beyond: 'none' | 'above' | 'below' | 'both';
  readonly isAlone: boolean;
};

/** A row of a chart: one mark, one line of its table and one line of its file (CHART-1). */
export type ChartRow = {
  readonly key: string;
  /** The id of its series. */
  readonly series: number;
  readonly category: string;
  readonly value: number;
  /** The start and end of the mark on an axis without categories. */
  readonly x?: number;
  readonly x2?: number;
  /** The point of a line chart; other kinds have none. */
  readonly point?: LinePoint;
  readonly cells: readonly Cell[];
  /** The description of the mark, shown when a person hovers over it or moves to it with the arrow keys. */
  readonly text: string;
  /** The description as named values, for the tooltip. */
  readonly facts?: readonly ChartFact[];
};

/**
 * A series, drawn in one colour. A string is a receiver's own colour, which is adjusted for contrast. An
 * object has a colour per scheme. Null means a colour from the palette.
 */
export type ChartSeries = { readonly id: number; readonly label: string; readonly color: string | Record<Scheme, string> | null };

export type Chart = {
  readonly kind: 'bars' | 'radar' | 'histogram' | 'scatter' | 'timeline' | 'heat' | 'line';
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly ChartRow[];
  readonly series: readonly ChartSeries[];
  /** The labels of the axis or the spokes, in order. */
  readonly categories: readonly string[];
  /** The names of the categories if they differ from the categories. */
  readonly categoryNames?: readonly string[];
  /** The title of the category axis. */
  readonly axis?: string;
  /** The range of the time axis and its ticks: in ms, on a heat map in hours of the day. */
  readonly span?: readonly [from: number, to: number];
  readonly ticks?: readonly { at: number; text: string }[];
  /**
   * Heat maps only: the extent of each line, drawn in the colour of `series`, and the lines that show the
   * ticks.
   */
  readonly lanes?: readonly { readonly category: string; readonly series: number; readonly x: number; readonly x2: number }[];
  readonly tickedCategories?: readonly string[];
  /** The range and the title of a line chart's y axis. */
  readonly scale?: readonly [bottom: number, top: number];
  readonly valueAxis?: string;
  /** A sentence that describes the chart if it does not count contacts. */
  readonly summary?: string;
};

/**
 * Returns true if there is nothing to draw: no rows in a line chart, only zeros in other kinds. The page
 * shows a text instead.
 */
export function isNothing({ kind, rows }: Chart): boolean {
  return kind === 'line' ? rows.length === 0 : rows.every(({ value }) => value === 0);
}

/** Returns text such as 'Contacts per receiver, past day: 1,284 contacts. Most: Crest 1,000, Gully 284.' */
export function chartSummary({ title, rows, summary }: Chart): string {
  if (summary !== undefined) return `${title}: ${summary}`;
  const all = rows.reduce((sum, { value }) => sum + value, 0);
  const most = rows
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => other.value - one.value)
    .slice(0, 3);
  const named = most.length === 0 ? '' : ` Most: ${most.map(({ text }) => text).join('; ')}.`;
  return `${title}: ${contactsText(all)}.${named}`;
}

/** Returns text such as '1 contact' or '10,000 contacts'. */
export function contactsText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'contact' : 'contacts'}`;
}

/** Returns the rows as CSV with full numbers (FILE-2). */
export function chartCsv({ columns, rows }: Pick<Chart, 'columns' | 'rows'>): string {
  return csvText([columns, ...rows.map(({ cells }) => cells.map((cell) => (typeof cell === 'object' ? cell.value : cell)))]);
}

/** Returns a file name such as 'Lemhi River contacts per receiver 2026-05-01 140320.csv'. */
export function chartFile(system: string, { title }: Pick<Chart, 'title'>, stamp: string, ending: string): string {
  return fileName(`${system} ${title.charAt(0).toLowerCase()}${title.slice(1)} ${stamp}.${ending}`);
}
