import type { TimeText } from './contact-text.ts';

/** What is said when the line has been given up (spec §8): in the live stream's place, and at the gauge. */
export const streamFailedText = 'Could not connect to MITAS Host, please contact an admin';
export const gaugeFailedText = 'Unable to connect to MITAS host.';

/** Said while contacts are missing for good: more came while the line was cut than the host sends again. `since` in ms since the epoch. */
export function incompleteText(since: number, times: TimeText): string {
  return `Some contacts after ${times.clock(since)} ${times.zone(since)} are missing: the line was cut for too long`;
}
