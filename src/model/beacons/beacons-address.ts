import { type Explored, explorerTakes, readExplored, writeExplored } from '../explorer/explorer-address.ts';
import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';

/**
 * The state in the address of the beacons page (REG-26): the open beacons ('?open=7,9') and the contact
 * explorer (EXP-1).
 */
export type BeaconsAddress = { readonly opened: readonly number[]; readonly explored: Explored | null };

export const beaconsAddress: AddressCodec<BeaconsAddress> = {
  read(search) {
    const reader = new SearchReader(search, { ...explorerTakes, open: 'numbers of beacons' });
    return { state: { opened: reader.ids('open'), explored: readExplored(reader) }, refused: reader.refused };
  },
  write({ opened, explored }) {
    const params = new URLSearchParams(opened.length === 0 ? {} : { open: opened.join(',') });
    if (explored !== null) writeExplored(params, explored);
    return searchOf(params);
  },
};

/** Returns the state with one beacon opened, or closed if it was open. */
export function toggledBeacon({ opened, explored }: BeaconsAddress, id: number): BeaconsAddress {
  return { opened: opened.includes(id) ? opened.filter((each) => each !== id) : [...opened, id], explored };
}
