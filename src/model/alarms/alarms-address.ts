import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader } from '../navigation/search-reader.ts';
import { alarmAddress, type AlarmFilters } from './alarm-filters.ts';

const alarmTabs = ['alarms', 'settings'] as const;
type AlarmTab = (typeof alarmTabs)[number];

/**
 * The tab of the alarms page, and the filters of the history, which stay in the address while another tab is
 * open.
 */
type AlarmsPlace = { readonly tab: AlarmTab; readonly filters: AlarmFilters };

/**
 * Reads and writes addresses such as '?level=4&tab=settings'. The first tab is left out of the address
 * (ALP-7).
 */
export const alarmsAddress: AddressCodec<AlarmsPlace> = {
  read(search) {
    const filters = alarmAddress.read(search);
    const reader = new SearchReader(search, { tab: alarmTabs.join(' or ') });
    const tab = reader.one('tab', alarmTabs[0], (text) => alarmTabs.find((each) => each === text));
    return { state: { tab, filters: filters.state }, refused: [...filters.refused, ...reader.refused] };
  },
  write({ tab, filters }) {
    const search = alarmAddress.write(filters);
    if (tab === alarmTabs[0]) return search;
    return `${search === '' ? '?' : `${search}&`}tab=${tab}`;
  },
};
