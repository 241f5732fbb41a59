/** ALM-5: after how many minutes offline a receiver raises an alarm, by default. */
export const usualOfflineMinutes = 5;
/** The bounds of that setting. */
export const leastOfflineMinutes = 1;
export const mostOfflineMinutes = 1_440;
