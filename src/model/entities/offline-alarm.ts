/** ALM-5: after how many minutes offline a receiver raises its alarm, where a system sets nothing else. */
export const usualOfflineMinutes = 5;
/** Bounds of that setting. */
export const leastOfflineMinutes = 1;
export const mostOfflineMinutes = 1_440;
