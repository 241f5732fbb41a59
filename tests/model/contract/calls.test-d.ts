import { expectTypeOf } from 'vitest';
import {
  type BodyFor,
  type Call,
  type ParamsFor,
  type PathParams,
  type QueryFor,
  type ReplyFor,
  type RequestFor,
  calls,
} from '#model/contract/call.ts';
import type { hostCalls } from '#model/contract/host-calls.ts';
import type { publicCalls } from '#model/contract/public-calls.ts';
import type { receiverCalls } from '#model/contract/receiver-calls.ts';
import type { receiverConfigCalls } from '#model/contract/receiver-config-calls.ts';
import type { CommandMessage, Incoming, IncomingOf, OutgoingOf } from '#model/contract/socket-messages.ts';
import type { CallName, Contract, ParsedBody, ParsedQuery, ReplyOf } from '#model/contract/table.ts';
import type { Receiver } from '#model/entities/receiver.ts';
import type { Result } from '#model/result.ts';
import type { Handlers } from '../../../host/entry/http/call-handlers.ts';
import type { HttpClient } from '../../../src/services/ports.ts';

/*
 * What the contract's types promise (CALL-4). `tsc` checks it with everything else: a broken promise is an
 * error, and so is an expected error that does not occur.
 */

// Parameters are read from the path.
expectTypeOf<PathParams<'/api/mitashost/{mitasId}/receivers/{id}'>>().toEqualTypeOf<'mitasId' | 'id'>();
expectTypeOf<PathParams<'/api/public/login'>>().toEqualTypeOf<never>();
expectTypeOf<ParamsFor<(typeof publicCalls)['login']>>().toEqualTypeOf<undefined>();

// A request has exactly what its call accepts.
expectTypeOf<RequestFor<(typeof publicCalls)['login']>>().toExtend<{ body: { username: string; password: string } }>();
expectTypeOf<RequestFor<(typeof publicCalls)['login']>>().not.toHaveProperty('params');
expectTypeOf<RequestFor<(typeof receiverCalls)['renameReceiver']>['params']>().toEqualTypeOf<
  Record<'mitasId' | 'id', string | number>
>();
expectTypeOf<RequestFor<(typeof hostCalls)['getHostConfig']>>().not.toHaveProperty('body');

// Handlers get the parsed request, with the query's default filled in.
expectTypeOf<QueryFor<(typeof publicCalls)['login']>>().toEqualTypeOf<undefined>();
expectTypeOf<BodyFor<(typeof publicCalls)['csrfToken']>>().toEqualTypeOf<undefined>();
expectTypeOf<ParsedQuery<'listAlarms'>['limit']>().toEqualTypeOf<number>();
expectTypeOf<ParsedQuery<'listAlarms'>['from']>().toEqualTypeOf<number | undefined>();
expectTypeOf<ParsedBody<'setDarkMode'>>().toEqualTypeOf<{ darkMode: boolean }>();
expectTypeOf<ReplyOf<'copyReceiver'>['rxData']>().toEqualTypeOf<Receiver>();
expectTypeOf<ReplyFor<Contract['csrfToken']>>().toEqualTypeOf<{ csrfToken: string }>();
expectTypeOf<'noSuchCall'>().not.toExtend<CallName>();

// The host has a handler for each call (CALL-9).
expectTypeOf<keyof Handlers>().toEqualTypeOf<CallName>();
expectTypeOf<Partial<Handlers>>().not.toExtend<Handlers>();

// The client accepts and answers what the definition states.
export function clientTypes(
  http: HttpClient,
  { renameReceiver, getReceiver }: typeof receiverCalls & typeof receiverConfigCalls,
): void {
  const params = { mitasId: 'demo', id: 7 };
  expectTypeOf(http.call(renameReceiver, { params, body: { oldName: 'a', newName: 'b' } })).resolves.toHaveProperty('message');
  // @ts-expect-error no parameters
  void http.call(renameReceiver, { body: { oldName: 'a', newName: 'b' } });
  // @ts-expect-error one of two parameters
  void http.call(renameReceiver, { params: { mitasId: 'demo' }, body: { oldName: 'a', newName: 'b' } });
  // @ts-expect-error a field of the body is missing
  void http.call(renameReceiver, { params, body: { newName: 'b' } });
  // @ts-expect-error a field of another type
  void http.call(renameReceiver, { params, body: { oldName: 'a', newName: 7 } });
  // @ts-expect-error a body where there is none
  void http.call(getReceiver, { params, body: {} });
}

// The table accepts no call of another shape.
// @ts-expect-error no reply
calls({ broken: { method: 'GET', path: '/', access: 'public' } });
// @ts-expect-error no such method
calls({ broken: { method: 'HEAD', path: '/', access: 'public', reply: {} as Call['reply'] } });
// @ts-expect-error no such role
calls({ broken: { method: 'GET', path: '/', access: { role: 5 }, reply: {} as Call['reply'] } });

// Messages are distinguished by their type.
expectTypeOf<Extract<Incoming, { type: 'newRxState' }>>().toEqualTypeOf<IncomingOf<'newRxState'>>();
expectTypeOf<IncomingOf<'newRxState'>['payload']>().toEqualTypeOf<{ rxId: number; state: number; ts: number }>();
expectTypeOf<OutgoingOf<'ping'>>().toEqualTypeOf<{ type: 'ping' }>();
expectTypeOf<CommandMessage['type']>().toEqualTypeOf<
  'rxUpdate' | 'rxReboot' | 'rxEraseMemory' | 'rxSyncClock' | 'rxScheduleRefresh' | 'rxForceRefresh'
>();

// A result can be read only after a check that it is one.
export function resultTypes(result: Result<Receiver, { line: number }>): void {
  // @ts-expect-error not asked yet
  void result.value;
  if (result.ok) expectTypeOf(result.value).toEqualTypeOf<Receiver>();
  else expectTypeOf(result.reason).toEqualTypeOf<{ line: number }>();
}
