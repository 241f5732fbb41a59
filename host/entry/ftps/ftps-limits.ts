/** What one server bears. Times in ms. */
export const defaultFtpsLimits = {
  /** Connections in all, and of one address. */
  connections: 100,
  connectionsPerAddress: 20,
  /** Of those that are not logged in, so that they leave a share to those who are. */
  connectionsBeforeLogin: 50,
  /** Of those, of one address, and of addresses from which nobody logged in of late. */
  beforeLoginPerAddress: 5,
  strangersBeforeLogin: 30,
  /** Of one access key that are logged in. */
  sessionsPerKey: 8,
  /** Refused connections that still read why; further ones are broken off at once. */
  refused: 100,
  /** Logins of one address within a minute, right and wrong. */
  loginsPerMinute: 600,
  /** Wrong ones of an address for one name within a minute; for all names five times as many. */
  failuresPerMinute: 10,
  /** A refusal takes this long whatever it found, so that its time says nothing. */
  refusalMs: 1_000,
  /** From connecting until a name was said, by TLS. */
  nameMs: 10_000,
  /** From connecting until logged in, in all. */
  loginMs: 60_000,
  /** Without a whole command; a transfer may take as long for 64 KiB. */
  idleMs: 300_000,
  /** From PASV until the client has connected, and for each handshake. */
  dataWaitMs: 30_000,
  /** Bytes of a command. */
  lineBytes: 1_024,
  /** Commands that wait for the one before. */
  waitingLines: 64,
  /** How often the keys of those who are logged in are looked at again. */
  recheckMs: 60_000,
  /** What the host may take to answer a question such as for a list. */
  answerMs: 30_000,
};

export type FtpsLimits = typeof defaultFtpsLimits;
