import type { Receiver } from '../entities/receiver.ts';

type Address = Pick<Receiver, 'ipAddress' | 'portNumber'>;
type Addressed = Address & Pick<Receiver, 'id' | 'alias'>;

const consequence = 'Two receivers at one address cannot both connect.';

/** Returns a warning if another receiver already has this address (RX-50); null if none has. */
export function sharedAddressText(receivers: readonly Addressed[], address: Address, ownId: number | null): string | null {
  if (address.ipAddress === '') return null;
  const other = receivers.find(
    ({ id, ipAddress, portNumber }) => id !== ownId && ipAddress === address.ipAddress && portNumber === address.portNumber,
  );
  return other === undefined ? null : `Same address as ${other.alias}. ${consequence}`;
}

/**
 * Returns the same warning for copies, which keep the addresses of their originals; null if those have none
 * (RX-50).
 */
export function copiedAddressText(originals: readonly Addressed[]): string | null {
  const addressed = originals.filter(({ ipAddress }) => ipAddress !== '');
  const [first] = addressed;
  if (first === undefined) return null;
  return originals.length === 1
    ? sharedAddressText(originals, first, null)
    : `Each copy keeps the address of its original. ${consequence}`;
}
