import { type RawBuilder, sql } from 'kysely';
import type { CommandStatus } from '#model/entities/command.ts';

/**
 * Writes the states as literals, as the indexes do; with parameters the planner could not use those indexes.
 */
function oneOf(...statuses: CommandStatus[]): (column: string) => RawBuilder<boolean> {
  const literals = sql.join(statuses.map((status) => sql.lit(status)));
  return (column) => sql<boolean>`${sql.ref(column)} in (${literals})`;
}

/** SQL that is true if a receiver is carrying the command out. */
export const isCarriedOut = oneOf('executing', 'retrying');
/**
 * SQL that is true if the command is sent and not over; each receiver has at most one of each type (CMD-5).
 */
export const isUnderWay = oneOf('pending', 'executing', 'retrying');
/** SQL that is true if the command is not over. */
export const isOpen = oneOf('waiting', 'pending', 'executing', 'retrying');
/** SQL that is true if the command is over. */
export const isEnded = oneOf('completed', 'failed', 'cancelled');
