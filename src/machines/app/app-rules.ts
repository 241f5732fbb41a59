import { type Failure, defaultErrorCode } from '../../model/contract/failure.ts';
import { withSystem } from '../../model/navigation/addresses.ts';
import * as routing from '../../model/navigation/redirect.ts';
import type { HostSessionInput } from '../host-session/host-session-events.ts';
import type { HostSessionRef } from '../host-session/host-session-machine.ts';
import type { AppContext } from './app-context.ts';
import type { AddressCommand } from './app-events.ts';

/** The failure if the session's code could not be loaded (ERR-8). */
export const codeMissing: Failure = { kind: 'server', code: defaultErrorCode, type: 'CodeMissing' };

/** Returns the command to go to a place; the browser's Back leads back. */
export function push({ pathname, search }: routing.Place): AddressCommand {
  return { type: 'address.go', to: pathname + search, how: 'push' };
}

/** Returns the address of the current screen in another system. */
export function toSystem({ context, event }: { context: AppContext; event: { mitasId: string } }): { place: routing.Place } {
  return { place: { pathname: withSystem(context.place.pathname, event.mitasId), search: '' } };
}

/** Returns the system's logout page. */
export function toLogout({ context }: { context: AppContext }): { place: routing.Place } {
  return { place: routing.logoutOf(context.mitasId ?? '') };
}

/** Returns the command to replace the current address, without a history entry. */
export function replace(to: string | undefined): AddressCommand {
  return { type: 'address.go', to: to ?? '/', how: 'replace' };
}

/** Returns where to send a person who is not logged in; undefined to stay (redirect.ts). */
export function anonymousRedirect({ place, reason }: AppContext): string | undefined {
  return routing.redirectAnonymous(place, reason === 'loggedOut');
}

/** Returns the person's home; undefined if they must choose a system, or are not loaded yet. */
export function homeIn({ person }: AppContext): string | undefined {
  return person === null ? undefined : routing.homeOf(person.account, person.systems);
}

/** Opens a session of the system in the address, with the person as input. */
export function opened(
  { place, person, timezone, pageOrigin, now, random, newId }: AppContext,
  open: (input: HostSessionInput) => HostSessionRef,
): Partial<AppContext> {
  const mitasId = routing.systemAt(place);
  if (person === null || mitasId === null) return {};
  return { session: open({ mitasId, ...person, timezone, pageOrigin, now, random, newId }), mitasId, person: null };
}

/** Returns true while leaving would lose a change or end a download (CHG-20). */
export function isUnfinished({ unsaved, downloads }: AppContext): boolean {
  return unsaved + downloads > 0;
}
