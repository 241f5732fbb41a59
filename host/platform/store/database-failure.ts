/**
 * Why the database could not do what was asked, where that may change by itself: it cannot be reached now, or
 * its disk is full.
 */
export type DatabaseFailure = 'away' | 'full';

/** What the database refuses (SQLSTATE); a row of no partition fails the check of its parent table. */
export const sqlStates = {
  uniqueViolation: '23505',
  checkViolation: '23514',
  exclusionViolation: '23P01',
  lockNotAvailable: '55P03',
} as const;

/** The code of an error (SQLSTATE, or the system's); undefined where it has none. */
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
 * SQLSTATE of a server that takes no statements now (PostgreSQL, appendix A): 08 connection exceptions, 53
 * insufficient resources, 57P operator intervention (going down, crashed, starting), 58 system errors; 25006
 * is a standby before it takes over, 25P03 the end of a transaction whose process slept for too long. A
 * refused login (28) or a missing database (3D000) hits connections that are being made, never a statement.
 */
const awayStates = /^(08...|53...|57P0[1-5]|58...|25006|25P03|28...|3D000)$/;
const diskFull = '53100';

/**
 * What pg, its pool, kysely and a socket that the server has left say, without any code of the system, of
 * connections that ended or could not be had.
 */
const awayMessages =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed|This socket has been ended by the other party|Cannot call write after a stream was destroyed)/;

/**
 * Sets apart failures of the database's being there from all others (a statement that does not fit, a
 * defect), which answer undefined. Causes and the parts of an AggregateError are looked through.
 */
export function databaseFailure(thrown: unknown): DatabaseFailure | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return databaseFailure(thrown.errors[0]);
  return own(thrown) ?? databaseFailure(thrown.cause);
}

function own(error: Error): DatabaseFailure | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Only what came of a system call: a sender that hangs up says ECONNRESET, too.
  if (networkCodes.has(code) && 'syscall' in error) return 'away';
  if (code === diskFull || (code.startsWith('58') && /no space left/i.test(error.message))) return 'full';
  return awayStates.test(code) || awayMessages.test(error.message) ? 'away' : undefined;
}
