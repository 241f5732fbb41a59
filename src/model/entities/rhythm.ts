/** How many emit intervals a gap may be long (DET-6). */
export const mostIntervals = 20;
/** How exact the clock of a receiver is, in ms: one that writes whole seconds, and any other (DET-8). */
export const clocks = { coarse: 1_000, fine: 1 } as const;
