/** What the page guard hears of the downloads that leaving the page would end, by the number of the file. */
export type GuardedWork = { type: 'download.begun'; id: number } | { type: 'download.ended'; id: number };
