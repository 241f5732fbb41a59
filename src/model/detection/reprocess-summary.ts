import type { ReprocessSummary } from '../contract/detection-calls.ts';
import { countText } from '../live/contact-text.ts';
import type { RowColumn } from '../tables/table-rows.ts';

/** What a job did to the detections of a transmitter at a receiver. `id` numbers the rows. */
export type SummaryRow = {
  id: number;
  transmitter: string;
  receiver: string;
  added: number;
  removed: number;
  kept: number;
};

/** What things are called, by their numbers; undefined for one that is gone by now. */
type SummaryNames = {
  transmitter: (id: number) => string | undefined;
  receiver: (id: number) => string | undefined;
};

/** The rows of a summary; what is gone by now is called by its number. */
export function summaryRows({ rows }: Pick<ReprocessSummary, 'rows'>, names: SummaryNames): readonly SummaryRow[] {
  return rows.map(({ transmitterId, receiverId, ...counts }, at) => ({
    id: at + 1,
    transmitter: names.transmitter(transmitterId) ?? `Transmitter ${transmitterId}`,
    receiver: names.receiver(receiverId) ?? `Receiver ${receiverId}`,
    ...counts,
  }));
}

const number = (id: 'added' | 'removed' | 'kept', label: string): RowColumn<SummaryRow> => ({
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
];

/** That a summary does not list all; null where it does. */
export function unlistedText({ rows, totalRows }: ReprocessSummary): string | null {
  if (totalRows <= rows.length) return null;
  return `The ${countText(rows.length)} pairs that changed most, of ${countText(totalRows)}`;
}
