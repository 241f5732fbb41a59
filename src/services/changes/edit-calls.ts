import { changeCalls } from '../../model/contract/change-calls.ts';
import type { Call, RequestFor } from '../../model/contract/call.ts';
import { clientCalls } from '../../model/contract/client-calls.ts';
import { hostCalls } from '../../model/contract/host-calls.ts';
import { receiverCalls } from '../../model/contract/receiver-calls.ts';
import type { Contract } from '../../model/contract/table.ts';
import type { Edit, EditName, PersonalEdit } from '../../model/journal/edits.ts';
import type { HttpClient } from '../ports.ts';

const fleet = async () => {
  const { fleetEditCalls, siteEditCalls } = await import('../../model/contract/fleet-edit-calls.ts');
  return { ...fleetEditCalls, ...siteEditCalls };
};
const place = async () => (await import('../../model/contract/receiver-place-call.ts')).setReceiverLocation;
const snoozes = async () => (await import('../../model/contract/snooze-calls.ts')).snoozeCalls;

/** The call of each edit, or a function that returns it from code that the edit's page has already loaded. */
const editCalls: { readonly [Name in EditName]: Contract[Name] | (() => Promise<Contract[Name]>) } = {
  renameReceiver: receiverCalls.renameReceiver,
  setReceiverEnabled: receiverCalls.setReceiverEnabled,
  renameSite: hostCalls.renameSite,
  undoChange: changeCalls.undoChange,
  setLastSeen: clientCalls.setLastSeen,
  setReceiverIp: async () => (await fleet()).setReceiverIp,
  setReceiverPort: async () => (await fleet()).setReceiverPort,
  recolourReceiver: async () => (await fleet()).recolourReceiver,
  moveReceiver: async () => (await fleet()).moveReceiver,
  createSite: async () => (await fleet()).createSite,
  recolourSite: async () => (await fleet()).recolourSite,
  setSitePointStyle: async () => (await fleet()).setSitePointStyle,
  deleteSite: async () => (await fleet()).deleteSite,
  setReceiverLocation: place,
  snoozeReceivers: async () => (await snoozes()).snoozeReceivers,
  unsnoozeReceivers: async () => (await snoozes()).unsnoozeReceivers,
};

/**
 * Sends an edit to the host under the operation's id; a repeat gets the first result. Rejects with a
 * `FailureError`.
 */
export async function askEdit(
  http: HttpClient,
  { call, request }: Pick<Edit | PersonalEdit, 'call' | 'request'>,
  operation: string,
  signal: AbortSignal,
): Promise<unknown> {
  const found: Call | (() => Promise<Call>) = editCalls[call];
  const definition = typeof found === 'function' ? await found() : found;
  return http.call(definition, request as RequestFor<Call>, { signal, ...(definition.changes === true ? { operation } : {}) });
}
