/** ALM-5: how many minutes a receiver is offline before it raises an alarm, by default. */
export const usualOfflineMinutes = 5;
/** The bounds of the number of minutes that a system can set. */
export const leastOfflineMinutes = 1;
export const mostOfflineMinutes = 1_440;
