import { type Failure, defaultErrorCode } from '../../model/contract/failure.ts';
import { withSystem } from '../../model/navigation/addresses.ts';
import * as routing from '../../model/navigation/redirect.ts';
import type { HostSessionInput } from '../host-session/host-session-events.ts';
import type { HostSessionRef } from '../host-session/host-session-machine.ts';
import type { AppContext } from './app-context.ts';
import type { AddressCommand } from './app-events.ts';

/** The code of a session did not come (ERR-8). */
export const codeMissing: Failure = { kind: 'server', code: defaultErrorCode, type: 'CodeMissing' };

/** Asks the address bar to go on to a place; the browser's back leads back. */
export function push({ pathname, search }: routing.Place): AddressCommand {
  return { type: 'address.go', to: pathname + search, how: 'push' };
}

/** The screen that is open, in another system. */
export function toSystem({ context, event }: { context: AppContext; event: { mitasId: string } }): { place: routing.Place } {
  return { place: { pathname: withSystem(context.place.pathname, event.mitasId), search: '' } };
}

/** The page of the system that logs out. */
export function toLogout({ context }: { context: AppContext }): { place: routing.Place } {
  return { place: routing.logoutOf(context.mitasId ?? '') };
}

/** Asks the address bar to stand elsewhere, as if it had stood there before. */
export function replace(to: string | undefined): AddressCommand {
  return { type: 'address.go', to: to ?? '/', how: 'replace' };
}

/** Where who is not logged in is sent; undefined to stay (redirect.ts). */
export function anonymousRedirect({ place, reason }: AppContext): string | undefined {
  return routing.redirectAnonymous(place, reason === 'loggedOut');
}

/** Where the person's home is; undefined where they must choose, or are not known yet. */
export function homeIn({ person }: AppContext): string | undefined {
  return person === null ? undefined : routing.homeOf(person.account, person.systems);
}

/** Opens a session of the system in the address; the person is handed over to it. */
export function opened(
  { place, person, timezone, pageOrigin, now, random, newId }: AppContext,
  open: (input: HostSessionInput) => HostSessionRef,
): Partial<AppContext> {
  const mitasId = routing.systemAt(place);
  if (person === null || mitasId === null) return {};
  return { session: open({ mitasId, ...person, timezone, pageOrigin, now, random, newId }), mitasId, person: null };
}

/** True while leaving the session would lose a change or end a download (CHG-20). */
export function isUnfinished({ unsaved, downloads }: AppContext): boolean {
  return unsaved + downloads > 0;
}
