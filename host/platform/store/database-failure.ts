/** A failure of the database that may end by itself: it cannot be reached, or its disk is full. */
export type DatabaseFailure = 'away' | 'full';

/** Errors of the database (SQLSTATE). A row without a partition violates the parent table's check. */
export const sqlStates = {
  uniqueViolation: '23505',
  checkViolation: '23514',
  exclusionViolation: '23P01',
  lockNotAvailable: '55P03',
} as const;

/** Returns an error's code (SQLSTATE, or the system's), or undefined. */
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
 * insufficient resources, 57P operator intervention (stopping, crashed, starting), 58 system errors. 25006 is
 * a standby before it takes over, 25P03 the end of a transaction whose process slept too long. A refused
 * login (28) or a missing database (3D000) affects only new connections, never a statement.
 */
const awayStates = /^(08...|53...|57P0[1-5]|58...|25006|25P03|28...|3D000)$/;
const diskFull = '53100';

/**
 * Messages without a code from pg, its pool, kysely and closed sockets about connections that ended or could
 * not be opened.
 */
const awayMessages =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed|This socket has been ended by the other party|Cannot call write after a stream was destroyed)/;

/**
 * Returns whether the database was unreachable or full; undefined for any other error, such as an invalid
 * statement. Also looks at causes and the first part of an AggregateError.
 */
export function databaseFailure(thrown: unknown): DatabaseFailure | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return databaseFailure(thrown.errors[0]);
  return own(thrown) ?? databaseFailure(thrown.cause);
}

function own(error: Error): DatabaseFailure | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Only errors of system calls: a client that hangs up causes ECONNRESET, too.
  if (networkCodes.has(code) && 'syscall' in error) return 'away';
  if (code === diskFull || (code.startsWith('58') && /no space left/i.test(error.message))) return 'full';
  return awayStates.test(code) || awayMessages.test(error.message) ? 'away' : undefined;
}
