import { plainInstant } from '../../fields/instant-fields.ts';
import type { Tag } from './tag.ts';
import type { RowColumn, RowColumns } from '../../tables/table-rows.ts';

/**
 * A tag with the names of its animal, transmitter and receiver, and its times by the system's clocks (REG-8).
 */
export type TagRow = Tag & {
  animalAlias: string;
  txSerialNumber: string;
  /** The name of the receiver that last heard the tag; '' for none. */
  place: string;
  shown: { release: string; retrieve: string; contacted: string };
};

/** What turns a tag into a row: lookups of names by number, and a formatter of times. */
export type TagNames = {
  animal: (id: number) => string | undefined;
  transmitter: (id: number) => string | undefined;
  receiver: (id: number) => string | undefined;
  stamp: (ts: number) => string;
};

/** Returns a row of the table. An unknown name is replaced by the number. */
export function tagRow(tag: Tag, { animal, transmitter, receiver, stamp }: TagNames): TagRow {
  const shown = (time: string | null): string => (time === null ? '' : stamp(plainInstant(time)));
  return {
    ...tag,
    animalAlias: animal(tag.AnimalId) ?? `Animal ${tag.AnimalId}`,
    txSerialNumber: transmitter(tag.TransmitterId) ?? `Transmitter ${tag.TransmitterId}`,
    place: tag.ReceiverId === null ? '' : (receiver(tag.ReceiverId) ?? `Receiver ${tag.ReceiverId}`),
    shown: {
      release: shown(tag.releaseTime),
      retrieve: shown(tag.retrieveTime),
      contacted: shown(tag.lastContacted),
    },
  };
}

type TimeField = 'releaseTime' | 'retrieveTime' | 'lastContacted';

/**
 * Returns a column for a time by the system's clocks. Without its heading, the text includes the event; files
 * have the time in UTC.
 */
function time(id: TimeField, label: string, shown: keyof TagRow['shown'], happened: string): RowColumn<TagRow> {
  return {
    id,
    label,
    text: (row: TagRow) => row.shown[shown],
    alone: (row: TagRow) => (row[id] === null ? '' : `${happened} ${row.shown[shown]}`),
    sortBy: (row: TagRow) => (row[id] === null ? null : plainInstant(row[id])),
    file: [{ label: `${label} (UTC)`, text: (row: TagRow) => row[id] ?? '' }],
  };
}

/**
 * Returns a column for a latitude or a longitude. Without headings, the text of the latitude includes the
 * longitude.
 */
function degrees(end: 'release' | 'retrieve', axis: 'Latitude' | 'Longitude', label: string): RowColumn<TagRow> {
  const id = `${end}${axis}` as const;
  const number = (row: TagRow): number | null => row[id];
  const hasPlace = (row: TagRow): boolean => row[`${end}Latitude`] !== null && row[`${end}Longitude`] !== null;
  return {
    id,
    label,
    text: (row: TagRow) => row[id]?.toFixed(4) ?? '',
    alone: (row: TagRow) =>
      axis === 'Latitude' && hasPlace(row) ? `at ${placeText(row[`${end}Latitude`], row[`${end}Longitude`])}` : '',
    sortBy: number,
    isNumber: true,
    file: [{ label: `${label} (°)`, number }],
  };
}

/**
 * Most tags are not retrieved yet, so the columns about their retrieval fold while they are empty (REG-33).
 */
const retrieved = { fold: 'Retrieved' };

export const tagColumns: RowColumns<TagRow> = [
  { id: 'animalAlias', label: 'Name', text: ({ animalAlias }) => animalAlias },
  { id: 'txSerialNumber', label: 'Transmitter SN', text: ({ txSerialNumber }) => txSerialNumber },
  time('releaseTime', 'Release Time', 'release', 'released'),
  degrees('release', 'Latitude', 'Release Latitude'),
  degrees('release', 'Longitude', 'Release Longitude'),
  { ...time('retrieveTime', 'Retrieve Time', 'retrieve', 'retrieved'), ...retrieved },
  { ...degrees('retrieve', 'Latitude', 'Retrieve Latitude'), ...retrieved },
  { ...degrees('retrieve', 'Longitude', 'Retrieve Longitude'), ...retrieved },
  time('lastContacted', 'Last Contacted', 'contacted', 'heard'),
  { id: 'place', label: 'Place', text: ({ place }) => place },
];

/**
 * Returns the tags not retrieved at `now`, keyed by their animal or transmitter: which animal carries which
 * transmitter (REG-23).
 */
export function partners<Of extends Tag>(tags: readonly Of[], now: number, by: 'AnimalId' | 'TransmitterId'): Map<number, Of> {
  return new Map(tags.filter((tag) => isOut(tag, now)).map((tag) => [tag[by], tag]));
}

/**
 * Returns true if the tag is not retrieved at `now`: its retrieve time is empty, invalid or in the future.
 */
function isOut({ retrieveTime }: Pick<Tag, 'retrieveTime'>, now: number): boolean {
  const at = retrieveTime === null ? Number.NaN : plainInstant(retrieveTime);
  return Number.isNaN(at) || at > now;
}

/** Returns '(45.1234, −113.9876)' with four decimals, or 'Set location...' if there is no location. */
export function placeText(latitude: number | null, longitude: number | null): string {
  if (latitude === null || longitude === null) return 'Set location...';
  return `(${latitude.toFixed(4)}, ${longitude.toFixed(4)})`;
}
