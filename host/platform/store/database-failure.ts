/** A failure of the database that may end by itself: it cannot be reached (`away`), or its disk is full. */
export type DatabaseFailure = 'away' | 'full';

/** SQLSTATEs of the database. `checkViolation` is also the error for a row that no partition accepts. */
export const sqlStates = {
  uniqueViolation: '23505',
  checkViolation: '23514',
  exclusionViolation: '23P01',
  lockNotAvailable: '55P03',
} as const;

/** Returns the code of an error (a SQLSTATE or a system error's code); undefined if it has none. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Errors of the network between host and server. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * SQLSTATEs of a server that accepts no statements now (PostgreSQL, appendix A): 08 connection exceptions, 53
 * insufficient resources, 57P operator intervention (stopping, crashed, starting), 58 system errors. 25006: a
 * standby that has not taken over yet. 25P03: a transaction was ended because its process slept too long. A
 * refused login (28) or a missing database (3D000) affects only new connections, never a statement.
 */
const awayStates = /^(08...|53...|57P0[1-5]|58...|25006|25P03|28...|3D000)$/;
const diskFull = '53100';

/**
 * Messages of errors without a code, by pg, its pool, kysely and closed sockets: a connection ended or could
 * not be opened.
 */
const awayMessages =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed|This socket has been ended by the other party|Cannot call write after a stream was destroyed)/;

/**
 * Returns whether the database was away or full; undefined for any other error, such as an invalid statement.
 * Also checks the error's causes and the first error of an AggregateError.
 */
export function databaseFailure(thrown: unknown): DatabaseFailure | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return databaseFailure(thrown.errors[0]);
  return own(thrown) ?? databaseFailure(thrown.cause);
}

function own(error: Error): DatabaseFailure | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Only system errors count: a client that hangs up causes ECONNRESET, too.
  if (networkCodes.has(code) && 'syscall' in error) return 'away';
  if (code === diskFull || (code.startsWith('58') && /no space left/i.test(error.message))) return 'full';
  return awayStates.test(code) || awayMessages.test(error.message) ? 'away' : undefined;
}
