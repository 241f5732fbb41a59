/** Requests of the bench to the hub's process. */
export type ToHub = { kind: 'feed'; perSecond: number } | { kind: 'usage' } | { kind: 'stop' };

/** Messages of the hub's process; `cpu` in microseconds, `rss` in bytes. */
export type FromHub =
  | { kind: 'ready'; port: number }
  | { kind: 'usage'; cpu: NodeJS.CpuUsage; rss: number; dropped: number }
  | { kind: 'failed'; text: string; details: object };
