import { editCalls, type LateEditCalls, personalCalls } from '../../model/journal/edit-calls.ts';
import type { Edit, PersonalEdit } from '../../model/journal/edits.ts';
import type { Call, RequestFor } from '../../model/contract/call.ts';
import type { HttpClient } from '../ports.ts';

const calls: Record<Exclude<(Edit | PersonalEdit)['call'], keyof LateEditCalls>, Call> = { ...editCalls, ...personalCalls };
const snoozes = async () => (await import('../../model/contract/snooze-calls.ts')).snoozeCalls;
/** The page that asks for one has loaded it already. */
const lateCalls: { [Name in keyof LateEditCalls]: () => Promise<LateEditCalls[Name]> } = {
  setReceiverLocation: async () => (await import('../../model/contract/receiver-place-call.ts')).setReceiverLocation,
  snoozeReceivers: async () => (await snoozes()).snoozeReceivers,
  unsnoozeReceivers: async () => (await snoozes()).unsnoozeReceivers,
};

/**
 * Asks the host for what an edit wants, under the operation's id: a repeat is answered by what the first one
 * did. Rejects with a `FailureError`.
 */
export async function askEdit(
  http: HttpClient,
  { call, request }: Pick<Edit | PersonalEdit, 'call' | 'request'>,
  operation: string,
  signal: AbortSignal,
): Promise<unknown> {
  const definition: Call = call in lateCalls ? await lateCalls[call as keyof LateEditCalls]() : calls[call as keyof typeof calls];
  return http.call(definition, request as RequestFor<Call>, { signal, ...(definition.changes === true ? { operation } : {}) });
}
