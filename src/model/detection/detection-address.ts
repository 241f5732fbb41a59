import * as v from 'valibot';
import { queryInstant } from '../fields/query-fields.ts';
import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';
import { type JobFilter, jobFilters } from './reprocess-jobs.ts';

export const detectionTabs = ['algorithm', 'reprocessing'] as const;
export type DetectionTab = (typeof detectionTabs)[number];

/**
 * The place on the page: its tab; the status and the page (from 1) of the job history; and the start and end
 * (ms) with which the form begins, null for its own.
 */
export type DetectionPlace = {
  readonly tab: DetectionTab;
  readonly status: JobFilter;
  readonly page: number;
  readonly start: number | null;
  readonly end: number | null;
};

/** Returns the place of a tab that opens. */
export function placeOfTab(tab: DetectionTab): DetectionPlace {
  return { tab, status: 'all', page: 1, start: null, end: null };
}

const aTime = 'ISO 8601 with its offset';
const takes = {
  tab: detectionTabs.join(' or '),
  status: jobFilters.join(', '),
  page: 'the number of a page',
  start: aTime,
  end: aTime,
};

function timeIn(text: string): number | undefined {
  const { success, output } = v.safeParse(queryInstant, text);
  return success ? output : undefined;
}

/**
 * Reads and writes addresses such as '?tab=reprocessing&status=failed&start=2026-05-01T12:00:00.000Z';
 * defaults are not written.
 */
export const detectionAddress: AddressCodec<DetectionPlace> = {
  read(search) {
    const reader = new SearchReader(search, takes);
    const state: DetectionPlace = {
      tab: reader.one('tab', detectionTabs[0], (text) => detectionTabs.find((each) => each === text)),
      status: reader.one('status', jobFilters[0], (text) => jobFilters.find((each) => each === text)),
      page: reader.id('page') ?? 1,
      start: reader.one<number | null>('start', null, timeIn),
      end: reader.one<number | null>('end', null, timeIn),
    };
    return { state, refused: reader.refused };
  },
  write({ tab, status, page, start, end }) {
    const params = new URLSearchParams();
    if (tab === 'algorithm') return '';
    params.set('tab', tab);
    if (status !== jobFilters[0]) params.set('status', status);
    if (page !== 1) params.set('page', String(page));
    if (start !== null) params.set('start', new Date(start).toISOString());
    if (end !== null) params.set('end', new Date(end).toISOString());
    return searchOf(params);
  },
};
