/** So many things a second, `each` in a request, over so many connections. */
export type Load = { perSecond: number; each: number; connections: number };

/** What the sender is told. */
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
 * What became of it: how many were accepted, of which by the end of the time; how long each request waited
 * for its answer since it was due (ms); how many were answered otherwise, and some of these answers.
 */
export type Sent = { accepted: number; inTime: number; waits: number[]; refusals: number; refused: string[] };
