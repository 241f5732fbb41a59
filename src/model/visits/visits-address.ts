import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';
import { instantIn, instantText } from '../time/iso-instant.ts';
import { tableAddress, type TableState } from '../tables/table-address.ts';
import { visitColumns } from './visit-rows.ts';
import type { Span } from './visit-timeline.ts';

/** What the address of a tag's page holds (VISIT-8); `span` is the timeline's, null for the whole. */
export type VisitsState = TableState & { readonly span: Span | null };

const table = tableAddress(visitColumns, { sort: { by: 'arrived', direction: 'ascending' } });
const takes = { start: 'a time such as 2026-11-20T08:15:00Z', end: 'a later time such as 2026-11-20T09:40:00Z' } as const;

/** Reads and writes addresses such as '?sort=-stayed&page=2&start=…&end=…'. */
export const visitsAddress: AddressCodec<VisitsState> = {
  read(search) {
    const { state, refused } = table.read(search);
    const reader = new SearchReader(search, takes);
    const from = reader.one<number | null>('start', null, instantIn);
    const isLater = (ts: number | undefined): ts is number => ts !== undefined && (from === null || ts > from);
    const to = reader.one<number | null>('end', null, (text) => [instantIn(text)].find(isLater));
    return {
      state: { ...state, span: from === null || to === null ? null : { from, to } },
      refused: [...refused, ...reader.refused],
    };
  },
  write({ span, ...state }) {
    const params = new URLSearchParams(table.write(state));
    if (span !== null) {
      params.set('start', instantText(span.from));
      params.set('end', instantText(span.to));
    }
    return searchOf(params);
  },
};
