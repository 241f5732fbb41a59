import { codeOf, contactTypes, type Contact } from '../entities/contact.ts';
import { csvCell } from './csv-cell.ts';

/**
 * This product's own dump CSV (FILE-1): what it writes it can import. Times stand in the header's offset from
 * UTC.
 */

/** Without the first, which numbers the rows, and the time, whose column name contains the offset. */
const columns = ['ReceiverId', 'antenna', 'frequency', 'codeNumber', 'protocol', 'power'] as const;

/** The header of a dump whose times are `offset` ('±hh:mm') from UTC. */
export function dumpHeader(offset: string): string {
  return `contactId,decodeTimeUTC${offset},${columns.join(',')}`;
}

/**
 * What a contact's line contains of its series, between its time and its power. `receiver` is the receiver's
 * name.
 */
export function dumpSeriesCells(series: Omit<Contact, 'ts' | 'power' | 'n' | 'rxId'>, receiver: string): string {
  const { ant, freq, type } = series;
  const protocol = (contactTypes as Record<number, string>)[type] ?? String(type);
  return `${csvCell(receiver)},${ant},${freq},${codeOf(series) ?? ''},${protocol}`;
}
