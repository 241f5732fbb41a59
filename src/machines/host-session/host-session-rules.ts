import type { AnyActorRef } from 'xstate';
import { type Failure, errorTypes, failureText, toFailure } from '../../model/contract/failure.ts';
import { socketAddress } from '../../model/contract/socket-address.ts';
import { type Incoming, type IncomingType, closeCodes } from '../../model/contract/socket-messages.ts';
import { viewer } from '../../model/entities/role.ts';
import type { Notice } from '../../model/entities/notice.ts';
import type { System } from '../../model/entities/system.ts';
import type { Fact } from '../../model/journal/facts.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import { factOfMessage } from '../../model/session/message-facts.ts';
import { systemOffline } from '../../model/session/resources.ts';
import { timezoneToSet } from '../../model/session/timezone.ts';
import type { ResourcesIntent } from '../resources/resources-events.ts';
import type { SocketIntent } from '../socket/socket-events.ts';
import type { HostSessionInput, HostSessionReport } from './host-session-events.ts';

/** The message types that the change line needs. */
export const changeMessages = ['changed', 'heartbeat', 'invalidate'] as const satisfies IncomingType[];

/** Returns the request to deliver messages of these types to an actor. */
export function subscription(subscriber: AnyActorRef, types: readonly IncomingType[]): SocketIntent {
  return { type: 'subscription.added', subscriber, types };
}

/** Returns an entry for a fact that no operation of this console caused. */
export function happened(fact: Fact): SessionEntry {
  return { type: 'happened', fact };
}

/** Returns the facts known about the person when a session begins. */
export function personFacts({ account, systems, mitasId }: HostSessionInput): SessionEntry[] {
  return [
    happened({ type: 'account.loaded', account }),
    happened({ type: 'systems.loaded', systems: [...systems] }),
    happened({ type: 'system.selected', mitasId }),
  ];
}

/** Returns the entries that the journal records for a message. */
export function messageFacts(message: Incoming): SessionEntry[] {
  const fact = factOfMessage(message);
  return fact === undefined ? [] : [happened(fact)];
}

/** Returns what a message declares outdated; nothing for most messages. */
export function invalidation(message: Incoming): Extract<ResourcesIntent, { type: 'resources.invalidate' }> {
  return { type: 'resources.invalidate', what: message.type === 'invalidate' ? message.payload : [] };
}

/** Returns the request to reload data whose changes are no longer available. */
export function reload(scope: 'revised' | 'all'): ResourcesIntent {
  return { type: 'resources.reload', scope };
}

/** Returns the colour scheme of a reloaded account, which another tab may have changed. */
export function schemeIn(facts: readonly Fact[]): boolean | undefined {
  return facts.find((fact) => fact.type === 'account.loaded')?.account.darkMode;
}

/** Returns the report to the parent about a reloaded account. */
export function accountReport(facts: readonly Fact[]): HostSessionReport {
  return { type: 'account.reloaded', darkMode: schemeIn(facts) ?? true };
}

/** Returns the notice if the timezone could not be set. */
export function timezoneRefusal(error: unknown): Notice {
  return { message: failureText(toFailure(error), 'Could not set the timezone'), variant: 'error' };
}

/** Returns the entry for an automatically set timezone. */
export function timezoneFacts(timezone: string | null): SessionEntry[] {
  return timezone === null ? [] : [happened({ type: 'timezone.changed', timezone, autoTimezone: true })];
}

/** Returns why the host refused the socket, from its close code. */
export function socketRefusal(code: number): Failure {
  if (code !== closeCodes.forbidden) return systemOffline;
  return { kind: 'server', code: 403, type: errorTypes.forbidden };
}

function systemOf({ mitasId, systems }: HostSessionInput): System | undefined {
  return systems.find((system) => system.mitasId === mitasId);
}

/** Returns the person's role in the system; the lowest if their list does not contain it. */
export function roleOf(input: HostSessionInput): number {
  return systemOf(input)?.RoleId ?? viewer;
}

/** Returns the socket's address; null if the person's list does not contain the system. */
export function socketUrlOf(input: HostSessionInput): string | null {
  const system = systemOf(input);
  return system === undefined ? null : socketAddress(system, input.pageOrigin);
}

/** Returns the timezone to set automatically; null for none. */
export function timezoneOf(input: HostSessionInput): string | null {
  return timezoneToSet(input.account, systemOf(input), input.timezone) ?? null;
}
