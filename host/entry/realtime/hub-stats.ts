/** The current figures of a hub. */
export type HubStats = {
  /** The number of accepted clients. `subscribed` is how many of them get contacts. */
  clients: number;
  subscribed: number;
  /** Frames sent since the start. */
  frames: number;
  /** Contacts not sent to connected clients because these were too slow. */
  dropped: number;
  /** The unsent bytes of the slowest client. */
  maxUnsentBytes: number;
  /** Ended sessions that are remembered for handshakes in progress. */
  endedSessions: number;
  systems: { mitasId: string; clients: number; kept: number; head: number }[];
};

/** The figures of a hub that has not started. */
export const noHubStats: HubStats = {
  clients: 0,
  subscribed: 0,
  frames: 0,
  dropped: 0,
  maxUnsentBytes: 0,
  endedSessions: 0,
  systems: [],
};
