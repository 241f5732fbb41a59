import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';
import { type JobFilter, jobFilters } from './reprocess-jobs.ts';

export const detectionTabs = ['algorithm', 'reprocessing'] as const;
export type DetectionTab = (typeof detectionTabs)[number];

/** Where the page stands: its tab, and of the job history the status and the page, which counts from 1. */
export type DetectionPlace = { readonly tab: DetectionTab; readonly status: JobFilter; readonly page: number };

/** A tab as it opens. */
export function placeOfTab(tab: DetectionTab): DetectionPlace {
  return { tab, status: 'all', page: 1 };
}

const takes = { tab: detectionTabs.join(' or '), status: jobFilters.join(', '), page: 'the number of a page' };

/** '?tab=reprocessing&status=failed&page=2'; the first tab and defaults are not written. */
export const detectionAddress: AddressCodec<DetectionPlace> = {
  read(search) {
    const reader = new SearchReader(search, takes);
    const state: DetectionPlace = {
      tab: reader.one('tab', detectionTabs[0], (text) => detectionTabs.find((each) => each === text)),
      status: reader.one('status', jobFilters[0], (text) => jobFilters.find((each) => each === text)),
      page: reader.id('page') ?? 1,
    };
    return { state, refused: reader.refused };
  },
  write({ tab, status, page }) {
    const params = new URLSearchParams();
    if (tab === 'algorithm') return '';
    params.set('tab', tab);
    if (status !== jobFilters[0]) params.set('status', status);
    if (page !== 1) params.set('page', String(page));
    return searchOf(params);
  },
};
