import { changeCalls } from '../contract/change-calls.ts';
import { clientCalls } from '../contract/client-calls.ts';
import { hostCalls } from '../contract/host-calls.ts';
import { receiverCalls } from '../contract/receiver-calls.ts';
import type { setReceiverLocation } from '../contract/receiver-place-call.ts';
import type { snoozeCalls } from '../contract/snooze-calls.ts';

/**
 * The calls by which a person changes something that is shown at once (edits.ts), by the name an edit gives.
 */
export const editCalls = {
  renameReceiver: receiverCalls.renameReceiver,
  setReceiverIp: receiverCalls.setReceiverIp,
  setReceiverPort: receiverCalls.setReceiverPort,
  setReceiverEnabled: receiverCalls.setReceiverEnabled,
  recolourReceiver: receiverCalls.recolourReceiver,
  moveReceiver: receiverCalls.moveReceiver,
  createSite: hostCalls.createSite,
  renameSite: hostCalls.renameSite,
  recolourSite: hostCalls.recolourSite,
  setSitePointStyle: hostCalls.setSitePointStyle,
  deleteSite: hostCalls.deleteSite,
  undoChange: changeCalls.undoChange,
} as const;

/** Those that only a page asks for which is loaded late: what they are stands where it has them from. */
export type LateEditCalls = {
  setReceiverLocation: typeof setReceiverLocation;
  snoozeReceivers: typeof snoozeCalls.snoozeReceivers;
  unsnoozeReceivers: typeof snoozeCalls.unsnoozeReceivers;
};

/** Those of a person's own settings, which no system numbers: the reply confirms them. */
export const personalCalls = { setLastSeen: clientCalls.setLastSeen } as const;
