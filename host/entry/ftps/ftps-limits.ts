/** Limits of one server. Times in ms. */
export const defaultFtpsLimits = {
  /** Connections in total, and per address. */
  connections: 100,
  connectionsPerAddress: 20,
  /** Connections before login. There are fewer than in total, so that they cannot keep out users. */
  connectionsBeforeLogin: 50,
  /** Connections before login: per address, and in total from all addresses without a recent login. */
  beforeLoginPerAddress: 5,
  unknownBeforeLogin: 30,
  /** Sessions logged in with one access key. */
  sessionsPerKey: 8,
  /** How many refused connections at one time get a reason. Any more are closed without one. */
  refused: 100,
  /** Login attempts per address and minute, successful or not. */
  loginsPerMinute: 600,
  /**
   * Failed logins per address, name and minute. For all names of an address together, five times as many are
   * allowed.
   */
  failuresPerMinute: 10,
  /** The least time (ms) before a login is refused, so that the time reveals nothing. */
  refusalMs: 1_000,
  /** From the connection to the USER command, including the TLS handshake. */
  nameMs: 10_000,
  /** From the connection to a successful login. */
  loginMs: 60_000,
  /** How long a session may be without a complete command, or a transfer without progress. */
  idleMs: 300_000,
  /** From PASV or EPSV to the data connection, and for each TLS handshake. */
  dataWaitMs: 30_000,
  /** Length of a command, in bytes. */
  lineBytes: 1_024,
  /** How many commands may wait for an earlier one. */
  waitingLines: 64,
  /** How often the keys of open sessions are checked again. */
  recheckMs: 60_000,
  /** How long a query of the host may take, such as for the list of files. */
  answerMs: 30_000,
};

export type FtpsLimits = typeof defaultFtpsLimits;
