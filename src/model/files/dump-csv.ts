import type { DumpExtra } from '../entities/dump-file.ts';
import { contactTypes } from '../entities/contact.ts';
import { offsetText, stampText } from '../time/time-text.ts';
import { csvCell } from '../text/csv-cell.ts';
import { onOneLine } from './one-line.ts';
import type { ReceiverPlace, ReceiverPlaces } from './receiver-places.ts';
import type { LineWriter, StoredContact } from './stored-contact.ts';
import { storedPower } from './stored-power.ts';

/**
 * The product's dump CSV (FILE-1). Importing a dump into the system that wrote it adds no contacts. The
 * header contains the UTC offset of the times.
 */

/**
 * The columns after the row number and the time. The name of the time column contains the offset, so
 * `earlierDumpHeader` writes it.
 */
const columns = ['ReceiverId', 'antenna', 'frequency', 'codeNumber', 'protocol', 'power'] as const;

/** Returns the header of a dump whose times are `offset` ('±hh:mm') from UTC. */
export function dumpHeader(offset: string): string {
  return `${earlierDumpHeader(offset)},receiverName`;
}

/** Returns the header of versions up to 1.22, which wrote the receiver's name into the column ReceiverId. */
export function earlierDumpHeader(offset: string): string {
  return `contactId,decodeTimeUTC${offset},${columns.join(',')}`;
}

/** The header names of each optional column or group, in order (FILE-14). */
export const extraColumns: Readonly<Record<DumpExtra, readonly string[]>> = {
  utc: ['utcTime'],
  place: ['siteName', 'latitude', 'longitude'],
};

/** The optional columns of a dump: times in UTC, and the places of its receivers. */
export type DumpExtras = { utc?: boolean; places?: ReceiverPlaces | null };

/** The most texts of each kind to cache. Many rows share the same texts. */
const maxKept = 10_000;

/**
 * Writes dump CSV, for data files and for the live stream. `nameOf` returns a receiver's name;
 * `offsetMinutes` is the offset of the times, east of UTC. Rows are numbered in order. The columns of
 * `extras` follow the usual ones.
 */
export class DumpLines implements LineWriter {
  readonly #offsetMinutes: number;
  readonly #nameOf: (rxId: number) => string;
  readonly #names = new Map<number, string>();
  readonly #frequencies = new Map<number, string>();
  readonly #powers = new Map<number, string>();
  readonly #hasUtc: boolean;
  readonly #places: ReceiverPlaces | null;
  readonly #placeTexts = new Map<ReceiverPlace | null, string>();
  #second = Number.NaN;
  #stamp = '';
  #utc = '';
  #row = 0;

  constructor(offsetMinutes: number, nameOf: (rxId: number) => string, { utc = false, places = null }: DumpExtras = {}) {
    this.#offsetMinutes = offsetMinutes;
    this.#nameOf = nameOf;
    this.#hasUtc = utc;
    this.#places = places;
  }

  header(): string {
    const extras = [...(this.#hasUtc ? extraColumns.utc : []), ...(this.#places === null ? [] : extraColumns.place)];
    return `${[dumpHeader(offsetText(this.#offsetMinutes)), ...extras].join(',')}\r\n`;
  }

  line({ ts, rxId, ant, hz, code, type, power }: StoredContact): string {
    const second = Math.floor(ts / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#stamp = stampText(second * 1_000, this.#offsetMinutes);
      this.#utc = this.#hasUtc ? `,${stampText(second * 1_000, 0).replace(' ', 'T')}` : '';
    }
    const ms = ts - second * 1_000;
    const zeros = ms < 10 ? '00' : ms < 100 ? '0' : '';
    const name = kept(this.#names, rxId, () => csvCell(onOneLine(this.#nameOf(rxId))));
    const frequency = kept(this.#frequencies, hz, () => String(hz / 1_000_000));
    const signal = kept(this.#powers, power, () => String(storedPower(power)));
    const protocol = protocols[type] ?? String(type);
    const utc = this.#hasUtc ? `${this.#utc}.${zeros}${ms}Z` : '';
    const place = this.#places === null ? '' : this.#placeText(this.#places.at(rxId, ts));
    return `${++this.#row},${this.#stamp}.${zeros}${ms},${rxId},${ant},${frequency},${code},${protocol},${signal},${name}${utc}${place}\r\n`;
  }

  /** Returns the three cells of a place, empty if unknown. */
  #placeText(place: ReceiverPlace | null): string {
    const known = this.#placeTexts.get(place);
    if (known !== undefined) return known;
    const { site = null, latitude = null, longitude = null } = place ?? {};
    const text = `,${csvCell(onOneLine(site ?? ''))},${latitude ?? ''},${longitude ?? ''}`;
    this.#placeTexts.set(place, text);
    return text;
  }
}

const protocols = contactTypes as Readonly<Record<number, string>>;

function kept(texts: Map<number, string>, key: number, make: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  if (texts.size >= maxKept) texts.clear();
  const text = make();
  texts.set(key, text);
  return text;
}
