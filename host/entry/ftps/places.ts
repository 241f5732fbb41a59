import type { FtpsLimits } from './ftps-limits.ts';

/**
 * An open connection: from which address (addressKey), whether that is known (FTPS-6), and whether it is
 * logged in.
 */
export type Guest = { from: string; isKnown: boolean; isLoggedIn: boolean };

/**
 * Whether one more connection from an address has a place (FTPS-6). Who says nothing takes few: neither one
 * address nor many keep those out that logged in of late.
 */
export function hasPlace(
  guests: readonly Guest[],
  { from, isKnown }: Pick<Guest, 'from' | 'isKnown'>,
  limits: FtpsLimits,
): boolean {
  const waiting = guests.filter(({ isLoggedIn }) => !isLoggedIn);
  const strangers = waiting.filter((guest) => !guest.isKnown);
  const fromThere = (all: readonly Guest[]) => all.filter((guest) => guest.from === from).length;
  return (
    guests.length < limits.connections &&
    fromThere(guests) < limits.connectionsPerAddress &&
    waiting.length < limits.connectionsBeforeLogin &&
    fromThere(waiting) < limits.beforeLoginPerAddress &&
    (isKnown || strangers.length < limits.strangersBeforeLogin)
  );
}
