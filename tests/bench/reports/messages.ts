/** `perSecond` items a second, `each` in a request, over this many connections. */
export type Load = { perSecond: number; each: number; connections: number };

/** The sender's input. */
export type SenderInput = {
  port: number;
  mitasId: string;
  key: string;
  rxIds: readonly number[];
  seconds: number;
  contacts: Load;
  statuses: Load;
};

/**
 * The result: how many were accepted, and how many of them in time; how long each request waited for its
 * answer since it was due (ms); how many other answers there were, and some of them.
 */
export type Sent = { accepted: number; inTime: number; waits: number[]; refusals: number; refused: string[] };
