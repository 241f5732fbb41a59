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
 * The position of a line's point and its band (`low` to `high`), and the values beyond the scale; `isAlone`
 * if it is not connected to others.
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
  /** Only for line charts. */
  readonly point?: LinePoint;
  readonly cells: readonly Cell[];
  /** The description of the mark on hover and for the arrow keys. */
  readonly text: string;
  /** The same as named values, for the tooltip. */
  readonly facts?: readonly ChartFact[];
};

/**
 * A series, drawn in one colour. A receiver's own colour is adjusted for contrast; an object has a colour per
 * scheme; null takes one from the palette.
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
  /** The range of a time axis and its ticks (ms). */
  readonly span?: readonly [from: number, to: number];
  readonly ticks?: readonly { at: number; text: string }[];
  /** Heat maps only: the extent of each line, drawn as a series, and the lines that carry ticks. */
  readonly lanes?: readonly { readonly category: string; readonly series: number; readonly x: number; readonly x2: number }[];
  readonly tickedCategories?: readonly string[];
  /** The range of a line's y axis and the title of that axis. */
  readonly scale?: readonly [bottom: number, top: number];
  readonly valueAxis?: string;
  /** Describes the chart in a sentence if it does not count contacts. */
  readonly summary?: string;
};

/** Returns true if the chart has no contacts or values; then a text replaces it. */
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
