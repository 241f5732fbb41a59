/** The longest gap within a run, in emit intervals (DET-6). */
export const mostIntervals = 20;
/** The resolution of receivers' clocks, in ms: `coarse` for those that write whole seconds (DET-8). */
export const clocks = { coarse: 1_000, fine: 1 } as const;
