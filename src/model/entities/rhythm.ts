/** The longest gap within a run, in emit intervals (DET-6). */
export const mostIntervals = 20;
/**
 * The resolution of a receiver's clock, in ms: `coarse` for receivers that write whole seconds, else `fine`
 * (DET-8).
 */
export const clocks = { coarse: 1_000, fine: 1 } as const;
