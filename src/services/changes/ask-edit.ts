import { editCalls, personalCalls } from '../../model/changes/edit-calls.ts';
import type { Edit, PersonalEdit } from '../../model/changes/edits.ts';
import type { Call, RequestFor } from '../../model/contract/call.ts';
import type { HttpClient } from '../ports.ts';

const calls: Record<(Edit | PersonalEdit)['call'], Call> = { ...editCalls, ...personalCalls };

/**
 * Asks the host for what an edit wants, under the operation's id: a repeat is answered by what the first one
 * did. Rejects with a `FailureError`.
 */
export function askEdit(
  http: HttpClient,
  { call, request }: Pick<Edit | PersonalEdit, 'call' | 'request'>,
  operation: string,
  signal: AbortSignal,
): Promise<unknown> {
  const definition = calls[call];
  return http.call(definition, request as RequestFor<Call>, { signal, ...(definition.changes === true ? { operation } : {}) });
}
