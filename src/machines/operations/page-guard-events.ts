/** The downloads that leaving the page would end, by the file's id. */
export type GuardedWork = { type: 'download.begun'; id: number } | { type: 'download.ended'; id: number };
