import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';

/** Which beacons are open on the page of beacons (REG-26): '?open=7,9'. */
export type BeaconsAddress = { readonly opened: readonly number[] };

export const beaconsAddress: AddressCodec<BeaconsAddress> = {
  read(search) {
    const reader = new SearchReader(search, { open: 'numbers of beacons' });
    return { state: { opened: reader.ids('open') }, refused: reader.refused };
  },
  write: ({ opened }) => searchOf(new URLSearchParams(opened.length === 0 ? {} : { open: opened.join(',') })),
};

/** The address with a beacon opened, or closed where it was open. */
export function toggledBeacon({ opened }: BeaconsAddress, id: number): BeaconsAddress {
  return { opened: opened.includes(id) ? opened.filter((each) => each !== id) : [...opened, id] };
}
