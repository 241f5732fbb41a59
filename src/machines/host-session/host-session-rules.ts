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

/** The messages that the change line waits for. */
export const changeMessages = ['changed', 'heartbeat', 'invalidate'] as const satisfies IncomingType[];

/** Asks the socket to deliver messages of these types to an actor. */
export function subscription(subscriber: AnyActorRef, types: readonly IncomingType[]): SocketIntent {
  return { type: 'subscription.added', subscriber, types };
}

/** An entry of what is so, asked for by nobody here. */
export function happened(fact: Fact): SessionEntry {
  return { type: 'happened', fact };
}

/** What is known of the person when a session begins. */
export function personFacts({ account, systems, mitasId }: HostSessionInput): SessionEntry[] {
  return [
    happened({ type: 'account.loaded', account }),
    happened({ type: 'systems.loaded', systems: [...systems] }),
    happened({ type: 'system.selected', mitasId }),
  ];
}

/** What the journal records of a message from the host. */
export function messageFacts(message: Incoming): SessionEntry[] {
  const fact = factOfMessage(message);
  return fact === undefined ? [] : [happened(fact)];
}

/** What a message says is out of date: nothing, of most. */
export function invalidation(message: Incoming): Extract<ResourcesIntent, { type: 'resources.invalidate' }> {
  return { type: 'resources.invalidate', what: message.type === 'invalidate' ? message.payload : [] };
}

/** What cannot be caught up with is to be loaded again. */
export function reload(scope: 'revised' | 'all'): ResourcesIntent {
  return { type: 'resources.reload', scope };
}

/** The scheme of an account that was loaded again: another tab may have chosen it. */
export function schemeIn(facts: readonly Fact[]): boolean | undefined {
  return facts.find((fact) => fact.type === 'account.loaded')?.account.darkMode;
}

/** What the parent hears of an account that was loaded again. */
export function accountReport(facts: readonly Fact[]): HostSessionReport {
  return { type: 'account.reloaded', darkMode: schemeIn(facts) ?? true };
}

/** What the person reads where their timezone could not be set. */
export function timezoneRefusal(error: unknown): Notice {
  return { message: failureText(toFailure(error), 'Could not set the timezone'), variant: 'error' };
}

/** The entry of a timezone that was set unasked. */
export function timezoneFacts(timezone: string | null): SessionEntry[] {
  return timezone === null ? [] : [happened({ type: 'timezone.changed', timezone, autoTimezone: true })];
}

/** Why the host would not let the socket in, by its close code. */
export function socketRefusal(code: number): Failure {
  if (code !== closeCodes.forbidden) return systemOffline;
  return { kind: 'server', code: 403, type: errorTypes.forbidden };
}

function systemOf({ mitasId, systems }: HostSessionInput): System | undefined {
  return systems.find((system) => system.mitasId === mitasId);
}

/** The person's role in the system; the least where their list does not name it. */
export function roleOf(input: HostSessionInput): number {
  return systemOf(input)?.RoleId ?? viewer;
}

/** The address of the system's socket; null where the person's list does not name the system. */
export function socketUrlOf(input: HostSessionInput): string | null {
  const system = systemOf(input);
  return system === undefined ? null : socketAddress(system, input.pageOrigin);
}

/** The timezone to set unasked; null for none. */
export function timezoneOf(input: HostSessionInput): string | null {
  return timezoneToSet(input.account, systemOf(input), input.timezone) ?? null;
}
