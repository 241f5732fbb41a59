import type { ReprocessSummary } from '../contract/detection-calls.ts';
import { countText } from '../text/number-text.ts';
import type { RowColumn } from '../tables/table-rows.ts';

/** What a job changed in the detections of a transmitter at a receiver. `id` numbers the rows. */
export type SummaryRow = {
  id: number;
  transmitter: string;
  receiver: string;
  added: number;
  removed: number;
  kept: number;
  /** Added and removed together. */
  changed: number;
};

/** The names of things by their ids; undefined for a deleted one. */
type SummaryNames = {
  transmitter: (id: number) => string | undefined;
  receiver: (id: number) => string | undefined;
};

/** Returns the rows of a summary; deleted things are named by their ids. */
export function summaryRows({ rows }: Pick<ReprocessSummary, 'rows'>, names: SummaryNames): readonly SummaryRow[] {
  return rows.map(({ transmitterId, receiverId, ...counts }, at) => ({
    id: at + 1,
    transmitter: names.transmitter(transmitterId) ?? `Transmitter ${transmitterId}`,
    receiver: names.receiver(receiverId) ?? `Receiver ${receiverId}`,
    ...counts,
    changed: counts.added + counts.removed,
  }));
}

const number = (id: 'added' | 'removed' | 'kept' | 'changed', label: string): RowColumn<SummaryRow> => ({
  id,
  label,
  text: (row) => countText(row[id]),
  alone: (row) => `${countText(row[id])} ${id}`,
  sortBy: (row) => row[id],
  isNumber: true,
});

export const summaryColumns: [RowColumn<SummaryRow>, ...RowColumn<SummaryRow>[]] = [
  { id: 'transmitter', label: 'Transmitter', text: ({ transmitter }) => transmitter },
  { id: 'receiver', label: 'Receiver', text: ({ receiver }) => receiver },
  number('added', 'Added'),
  number('removed', 'Removed'),
  number('kept', 'Kept'),
  number('changed', 'Changed'),
];

/** Returns the text for a summary that does not list all rows; null if it does. */
export function unlistedText({ rows, totalRows }: ReprocessSummary): string | null {
  if (totalRows <= rows.length) return null;
  return `Showing the ${countText(rows.length)} most changed of ${countText(totalRows)} pairs`;
}

/** Returns the subject of the file of a summary, which says if it does not have all rows. */
export function summaryFileOf({ rows, totalRows }: ReprocessSummary): string {
  if (totalRows <= rows.length) return 'reprocessing summary';
  return `reprocessing summary, ${countText(rows.length)} of ${countText(totalRows)} pairs`;
}
