import type { Incoming, IncomingType } from '../contract/socket-messages.ts';
import type { Fact } from '../journal/facts.ts';

/** The messages that a host session turns into facts. All others are for the actors that wait for them. */
export const recordedMessages = [
  'invalidate',
  'newRxState',
  'newRxModel',
  'rxInfo',
  'rxHeard',
  'rxContacts',
] as const satisfies IncomingType[];

/** Returns the fact that a message from the host reports; undefined if it reports none. */
export function factOfMessage(message: Incoming): Fact | undefined {
  if (message.type === 'newRxState') return { type: 'receiver.stateChanged', ...message.payload };
  if (message.type === 'newRxModel') return { type: 'receiver.modelChanged', ...message.payload };
  if (message.type === 'rxInfo') return { type: 'receiver.infoReported', ...message.payload };
  if (message.type === 'rxHeard') return { type: 'receivers.heard', heard: message.payload };
  if (message.type === 'rxContacts') return { type: 'receivers.contacted', newest: message.payload };
  return undefined;
}
