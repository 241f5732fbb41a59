import type { DumpFile } from '../entities/dump-file.ts';
import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';
import { tableAddress, type TableState } from '../tables/table-address.ts';
import type { RowColumns } from '../tables/table-rows.ts';
import { dumpReceiversText, dumpStatus, dumpStatusText, sizeText } from './dump-files.ts';

/** Formats times in the system's timezone. */
type Times = { stamp: (ts: number) => string; zone: (ts: number) => string };

/** Shown for a person whose name is unknown. */
const unknownPerson = 'Unknown';

/** Returns the columns of the table of data files (FILE-11), with times in the system's timezone. */
export function dumpColumns(times: Times): RowColumns<DumpFile> {
  return [
    { id: 'name', label: 'Name', text: ({ name }) => name, isName: true },
    { id: 'type', label: 'Type', text: ({ fileType }) => fileType },
    {
      id: 'range',
      label: 'Time range',
      text: ({ filters }) => rangeText(filters.dateRange, times),
      sortBy: ({ filters }) => filters.dateRange[0],
    },
    {
      id: 'receivers',
      label: 'Receivers',
      text: dumpReceiversText,
      alone: (file) => (file.filters.rxIds === null ? 'All receivers' : dumpReceiversText(file)),
      sortBy: ({ filters: { rxIds } }) => rxIds?.length ?? Number.MAX_SAFE_INTEGER,
    },
    { id: 'size', label: 'Size', text: ({ size }) => sizeText(size), sortBy: ({ size }) => size, isNumber: true },
    {
      id: 'created',
      label: 'Created',
      text: ({ date, createdBy }) => `${zonedText(date, times)} ${createdBy || unknownPerson}`,
      sortBy: ({ date }) => date,
    },
    { id: 'status', label: 'Status', text: dumpStatusText, sortBy: (file) => statusRanks[dumpStatus(file)] },
  ];
}

const statusRanks = { processing: 0, failed: 1, ready: 2, deleted: 3 } as const;

/** Returns a time such as '2026-05-01 14:03:20 CEST'. */
function zonedText(ts: number, times: Times): string {
  return `${times.stamp(ts)} ${times.zone(ts)}`;
}

/**
 * Returns the text of a time range. It contains the zone once, or twice if the zone differs between both
 * ends.
 */
function rangeText([from, to]: readonly [number, number], times: Times): string {
  const isOneZone = times.zone(from) === times.zone(to);
  return `${isOneZone ? times.stamp(from) : zonedText(from, times)} – ${zonedText(to, times)}`;
}

/** Returns text that says when and by whom an opened file was deleted; null if it was not (FILE-16). */
export function goneText(file: Pick<DumpFile, 'deletedTime' | 'deletedBy'>, times: Times): string | null {
  const text = deletionText(file, times);
  return text === null ? null : `Deleted ${text}. Create the file again to download its contacts.`;
}

/**
 * Returns when and by whom a file was deleted: '2026-05-01 14:03:20 CEST by Ada Lovelace'; null if it was
 * not.
 */
export function deletionText(
  { deletedTime, deletedBy }: Pick<DumpFile, 'deletedTime' | 'deletedBy'>,
  times: Times,
): string | null {
  return deletedTime === null ? null : `${zonedText(deletedTime, times)} by ${deletedBy || unknownPerson}`;
}

/** The page sizes to choose from (FILE-11). */
export const dumpPageSizes = [5, 10, 25] as const;

/** The state of the table, whether it shows deleted files, and the file whose details are open (FILE-16). */
export type DumpAddress = TableState & { readonly deleted: boolean; readonly opened: number | null };

const table = tableAddress(dumpColumns({ stamp: String, zone: String }), {
  sizes: dumpPageSizes,
  sort: { by: 'created', direction: 'descending' },
});

/**
 * Reads and writes addresses such as '?sort=name&deleted=1&open=7'; by default the newest file comes first.
 */
export const dumpAddress: AddressCodec<DumpAddress> = {
  read(search) {
    const { state, refused } = table.read(search);
    const reader = new SearchReader(search, { deleted: '1', open: 'the number of a data file' });
    const [deleted, opened] = [reader.flag('deleted'), reader.id('open')];
    return { state: { ...state, deleted, opened }, refused: [...refused, ...reader.refused] };
  },
  write({ deleted, opened, ...state }) {
    const params = new URLSearchParams(table.write(state));
    if (deleted) params.set('deleted', '1');
    if (opened !== null) params.set('open', String(opened));
    return searchOf(params);
  },
};

/** Returns the files that the table shows; deleted ones only if they are switched on. */
export function shownFiles(files: readonly DumpFile[], { deleted }: Pick<DumpAddress, 'deleted'>): DumpFile[] {
  return files.filter((file) => deleted || file.deletedTime === null);
}
