import type { Edit } from '../journal/edits.ts';
import { setReceiverIp, setReceiverPort } from '../journal/fleet-edits.ts';
import type { Receiver } from '../entities/receiver.ts';

type Seen = Pick<Receiver, 'id' | 'alias' | 'ipAddress' | 'portNumber'>;

/**
 * The edits of what a person changed of an address, against what they saw when they began (RX-4, RX-5): what
 * they left alone is not sent, and what somebody else changed meanwhile is the host's to refuse.
 */
export function addressEdits(mitasId: string, seen: Seen, ip: string, port: number): readonly Edit[] {
  return [
    ...(ip === seen.ipAddress ? [] : [setReceiverIp(mitasId, seen, ip)]),
    ...(port === seen.portNumber ? [] : [setReceiverPort(mitasId, seen, port)]),
  ];
}
