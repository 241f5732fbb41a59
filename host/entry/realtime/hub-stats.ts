/** What is going on in a hub at this moment. */
export type HubStats = {
  /** Clients let in, and how many of them get contacts. */
  clients: number;
  subscribed: number;
  /** Frames sent since it began. */
  frames: number;
  /** Contacts not sent to clients now connected because these were too slow. */
  dropped: number;
  /** Bytes that wait for the slowest client. */
  maxUnsentBytes: number;
  /** Sessions that ended a moment ago and are remembered for the handshakes under way. */
  endedSessions: number;
  systems: { mitasId: string; clients: number; kept: number; head: number }[];
};

/** Of one that has not begun. */
export const noHubStats: HubStats = {
  clients: 0,
  subscribed: 0,
  frames: 0,
  dropped: 0,
  maxUnsentBytes: 0,
  endedSessions: 0,
  systems: [],
};
