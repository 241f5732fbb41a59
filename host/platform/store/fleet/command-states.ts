import { type RawBuilder, sql } from 'kysely';
import type { CommandStatus } from '#model/entities/command.ts';

/** By literals, as the indexes have them: of a parameter the planner does not know what it may be. */
function oneOf(...statuses: CommandStatus[]): (column: string) => RawBuilder<boolean> {
  const literals = sql.join(statuses.map((status) => sql.lit(status)));
  return (column) => sql<boolean>`${sql.ref(column)} in (${literals})`;
}

/** True where a receiver has the command of that status, and carries it out. */
export const isCarriedOut = oneOf('executing', 'retrying');
/** True where it is sent and not over: of each receiver and type there is one at most (CMD-5). */
export const isUnderWay = oneOf('pending', 'executing', 'retrying');
/** True where it is not over. */
export const isOpen = oneOf('waiting', 'pending', 'executing', 'retrying');
/** True where it is. */
export const isEnded = oneOf('completed', 'failed', 'cancelled');
