/** How often relative times are updated (ALM-7), in ms. */
export const relativeRefreshMs = 5_000;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Returns text such as '3 min ago' (LOOK-13). A time in the future, from clocks that differ a little, is
 * 'just now'.
 */
export function relativeTime(ts: number, now: number): string {
  const age = now - ts;
  if (age < 10 * second) return 'just now';
  if (age < minute) return `${Math.floor(age / second)} s ago`;
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  const days = Math.floor(age / day);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}
