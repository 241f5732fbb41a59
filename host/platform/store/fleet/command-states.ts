import { type RawBuilder, sql } from 'kysely';
import type { CommandStatus } from '#model/entities/command.ts';

/**
 * Builds the SQL condition that a status is one of these. They are literals, as in the indexes, because the
 * planner could not use those indexes with parameters.
 */
function oneOf(...statuses: CommandStatus[]): (column: string) => RawBuilder<boolean> {
  const literals = sql.join(statuses.map((status) => sql.lit(status)));
  return (column) => sql<boolean>`${sql.ref(column)} in (${literals})`;
}

/** SQL that is true if a receiver is carrying out the command. */
export const isCarriedOut = oneOf('executing', 'retrying');
/**
 * SQL that is true if the command was sent and has not ended; a receiver has at most one such command of each
 * type (CMD-5).
 */
export const isUnderWay = oneOf('pending', 'executing', 'retrying');
/** SQL that is true if the command has not ended. */
export const isOpen = oneOf('waiting', 'pending', 'executing', 'retrying');
/** SQL that is true if the command has ended. */
export const isEnded = oneOf('completed', 'failed', 'cancelled');
