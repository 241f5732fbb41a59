import { csvText } from '../text/csv-cell.ts';
import { fileName } from '../text/file-name.ts';
import type { Scheme } from '../live/palette.ts';
import { type ChartFact } from '../live/contact-text.ts';
import { countText } from '../text/number-text.ts';

/**
 * A cell of a chart's table: a number is aligned right, in the file in full; `text` where it is written
 * otherwise.
 */
type Cell = string | number | { readonly value: number; readonly text: string };

/**
 * Where a point of a line stands, and its band; what of it lies beyond the scale; `isAlone` where it is a
 * whole line by itself.
 */
export type LinePoint = {
  readonly at: number;
  readonly low: number;
  readonly high: number;
  readonly beyond: 'none' | 'above' | 'below' | 'both';
  readonly isAlone: boolean;
};

/** One mark of a chart and one line of its table and of its file: all three are of these rows (CHART-1). */
export type ChartRow = {
  readonly key: string;
  /** Which series it belongs to, by its id. */
  readonly series: number;
  readonly category: string;
  readonly value: number;
  /** Where its mark stands along an axis that has no categories, and where it ends. */
  readonly x?: number;
  readonly x2?: number;
  /** Of a line. */
  readonly point?: LinePoint;
  readonly cells: readonly Cell[];
  /** What the mark says when it is pointed at, or reached by the arrow keys. */
  readonly text: string;
  /** The same by names, where it stands at the pointer as well. */
  readonly facts?: readonly ChartFact[];
};

/**
 * What is drawn in one colour: the receiver's own as far as it stands off the plot; one of each scheme;
 * null: the palette's.
 */
export type ChartSeries = { readonly id: number; readonly label: string; readonly color: string | Record<Scheme, string> | null };

export type Chart = {
  readonly kind: 'bars' | 'radar' | 'histogram' | 'scatter' | 'timeline' | 'heat' | 'line';
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly ChartRow[];
  readonly series: readonly ChartSeries[];
  /** Where marks may stand, in order: the labels of the axis, or of the spokes. */
  readonly categories: readonly string[];
  /** What those are called, where that is something else. */
  readonly categoryNames?: readonly string[];
  /** The title of the axis that counts nothing. */
  readonly axis?: string;
  /** From when to when, and which times are marked, along an axis of time (ms). */
  readonly span?: readonly [from: number, to: number];
  readonly ticks?: readonly { at: number; text: string }[];
  /** Of a heat map: how far its lines reach, drawn as a series, and the lines that carry the ticks. */
  readonly lanes?: readonly { readonly category: string; readonly series: number; readonly x: number; readonly x2: number }[];
  readonly tickedCategories?: readonly string[];
  /** From the bottom to the top of a line's field, and what is measured there. */
  readonly scale?: readonly [bottom: number, top: number];
  readonly valueAxis?: string;
  /** All of it in a sentence, where it counts no contacts. */
  readonly summary?: string;
};

/** True where no contact is counted, or nothing was measured: then words replace the chart. */
export function isNothing({ kind, rows }: Chart): boolean {
  return kind === 'line' ? rows.length === 0 : rows.every(({ value }) => value === 0);
}

/** 'Contacts per receiver, past day: 1,284 contacts. Most: Crest 1,000, Gully 284.' */
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

/** '1 contact', '10,000 contacts' */
export function contactsText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'contact' : 'contacts'}`;
}

/** The rows as a file (FILE-2), every number in full. */
export function chartCsv({ columns, rows }: Pick<Chart, 'columns' | 'rows'>): string {
  return csvText([columns, ...rows.map(({ cells }) => cells.map((cell) => (typeof cell === 'object' ? cell.value : cell)))]);
}

/** 'Lemhi River contacts per receiver 2026-05-01 140320.csv' */
export function chartFile(system: string, { title }: Pick<Chart, 'title'>, stamp: string, ending: string): string {
  return fileName(`${system} ${title.charAt(0).toLowerCase()}${title.slice(1)} ${stamp}.${ending}`);
}
