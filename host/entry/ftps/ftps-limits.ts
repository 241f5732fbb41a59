/** Limits of one server. Times in ms. */
export const defaultFtpsLimits = {
  /** Connections in total, and per address. */
  connections: 100,
  connectionsPerAddress: 20,
  /** Connections before login, fewer than all, so that they cannot crowd out users. */
  connectionsBeforeLogin: 50,
  /** Connections before login: per address, and in total from addresses without a recent login. */
  beforeLoginPerAddress: 5,
  unknownBeforeLogin: 30,
  /** Sessions logged in with one access key. */
  sessionsPerKey: 8,
  /** Refused connections that get a reason at one time; any more are closed without one. */
  refused: 100,
  /** Login attempts per address and minute, successful or not. */
  loginsPerMinute: 600,
  /** Failed logins per address, name and minute; for all names of an address together, five times as many. */
  failuresPerMinute: 10,
  /** Minimum time of a refusal, so that its duration reveals nothing. */
  refusalMs: 1_000,
  /** From the connection to USER, TLS included. */
  nameMs: 10_000,
  /** From the connection to a successful login. */
  loginMs: 60_000,
  /** Without a complete command, or without progress of a transfer. */
  idleMs: 300_000,
  /** From PASV to the data connection, and for each TLS handshake. */
  dataWaitMs: 30_000,
  /** Length of a command, in bytes. */
  lineBytes: 1_024,
  /** Commands that wait for an earlier one. */
  waitingLines: 64,
  /** How often the keys of open sessions are checked again. */
  recheckMs: 60_000,
  /** How long a query of the host may take, such as for the list of files. */
  answerMs: 30_000,
};

export type FtpsLimits = typeof defaultFtpsLimits;
