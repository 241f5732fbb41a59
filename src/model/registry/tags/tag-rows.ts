import { plainInstant } from '../../fields/instant-fields.ts';
import type { Tag } from './tag.ts';
import type { RowColumn, RowColumns } from '../../tables/table-rows.ts';

/** A tag with what its numbers stand for, and its times as the clocks of the system show them (REG-8). */
export type TagRow = Tag & {
  animalAlias: string;
  txSerialNumber: string;
  /** The receiver that heard it last; '' for none. */
  place: string;
  shown: { release: string; retrieve: string; contacted: string };
};

/** What a tag is joined with: names by their numbers, and how times are written. */
export type TagNames = {
  animal: (id: number) => string | undefined;
  transmitter: (id: number) => string | undefined;
  receiver: (id: number) => string | undefined;
  stamp: (ts: number) => string;
};

/** A row of the table: what is not known is named by its number. */
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

/** A time by the clocks of the system; alone with what happened then, in a file in UTC. */
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

/** A latitude or a longitude; alone a latitude has the whole place. */
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

/** Most tags are still out: what says when and where they were retrieved folds while it is empty (REG-33). */
const retrieved = { fold: 'Retrieved' };

/** The table of tags. */
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
 * Who carries what at a moment (REG-23): what belongs to a tag that is not retrieved by then, by the numbers
 * of animals or of transmitters, each with the tag that it is on.
 */
export function partners<Of extends Tag>(tags: readonly Of[], now: number, by: 'AnimalId' | 'TransmitterId'): Map<number, Of> {
  return new Map(tags.filter((tag) => isOut(tag, now)).map((tag) => [tag[by], tag]));
}

/** Its retrieve time is empty, none, or ahead. */
function isOut({ retrieveTime }: Pick<Tag, 'retrieveTime'>, now: number): boolean {
  const at = retrieveTime === null ? Number.NaN : plainInstant(retrieveTime);
  return Number.isNaN(at) || at > now;
}

/** '(45.1234, −113.9876)' to four digits, or 'Set location...' where there is none. */
export function placeText(latitude: number | null, longitude: number | null): string {
  if (latitude === null || longitude === null) return 'Set location...';
  return `(${latitude.toFixed(4)}, ${longitude.toFixed(4)})`;
}
