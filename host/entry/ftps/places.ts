import type { FtpsLimits } from './ftps-limits.ts';

/**
 * An open connection: its address (`addressKey`), whether there was a recent login from that address
 * (FTPS-6), and whether it is logged in.
 */
export type OpenConnection = { from: string; isKnown: boolean; isLoggedIn: boolean };

/**
 * Returns true if one more connection from an address is accepted (FTPS-6). Connections before login are
 * limited, so that neither one address nor many together can keep out addresses with a recent login.
 */
export function hasPlace(
  connections: readonly OpenConnection[],
  { from, isKnown }: Pick<OpenConnection, 'from' | 'isKnown'>,
  limits: FtpsLimits,
): boolean {
  const waiting = connections.filter(({ isLoggedIn }) => !isLoggedIn);
  const unknown = waiting.filter((connection) => !connection.isKnown);
  const fromThere = (all: readonly OpenConnection[]) => all.filter((connection) => connection.from === from).length;
  return (
    connections.length < limits.connections &&
    fromThere(connections) < limits.connectionsPerAddress &&
    waiting.length < limits.connectionsBeforeLogin &&
    fromThere(waiting) < limits.beforeLoginPerAddress &&
    (isKnown || unknown.length < limits.unknownBeforeLogin)
  );
}
