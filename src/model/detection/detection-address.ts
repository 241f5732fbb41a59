import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';

export const detectionTabs = ['algorithm', 'reprocessing'] as const;
export type DetectionTab = (typeof detectionTabs)[number];

/** '?tab=reprocessing'; the first tab is not written. */
export const detectionAddress: AddressCodec<{ readonly tab: DetectionTab }> = {
  read(search) {
    const reader = new SearchReader(search, { tab: detectionTabs.join(' or ') });
    const tab = reader.one('tab', detectionTabs[0], (text) => detectionTabs.find((each) => each === text));
    return { state: { tab }, refused: reader.refused };
  },
  write: ({ tab }) => searchOf(new URLSearchParams(tab === detectionTabs[0] ? {} : { tab })),
};
