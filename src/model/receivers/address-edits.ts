import type { Edit } from '../journal/edits.ts';
import { setReceiverIp, setReceiverPort } from '../journal/fleet-edits.ts';
import type { Receiver } from '../entities/receiver.ts';

type Seen = Pick<Receiver, 'id' | 'alias' | 'ipAddress' | 'portNumber'>;

/**
 * Returns the edits for the parts of an address that a person changed since opening the form (RX-4, RX-5).
 * Unchanged parts are not sent. If another person changed the same part, the host refuses the edit.
 */
export function addressEdits(mitasId: string, seen: Seen, ip: string, port: number): readonly Edit[] {
  return [
    ...(ip === seen.ipAddress ? [] : [setReceiverIp(mitasId, seen, ip)]),
    ...(port === seen.portNumber ? [] : [setReceiverPort(mitasId, seen, port)]),
  ];
}
