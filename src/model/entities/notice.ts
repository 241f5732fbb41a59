import type { AsOf } from '../changes/change.ts';

/** MSG-1: how long a message stands, and how long it takes to come or go, in ms. */
export const noticeTimeoutMs = 2_000;
export const noticeTransitionMs = 500;

/** A short message to the person (MSG-1). */
export type Notice = {
  message: string;
  variant: 'success' | 'error' | 'info';
  /** How long it stands, in ms; null for until it is dismissed; the 2000 of MSG-1 where nothing is said. */
  timeout?: number | null | undefined;
  /** Names a message that is shown once at a time and may be taken back, such as 'sessionExpired'. */
  key?: string | undefined;
  /**
   * The person's own change that can be taken back from here: a button 'Undo'. It gives way to the next
   * message.
   */
  undo?: AsOf | undefined;
};

/** More messages than this are not worth waiting for: the oldest waiting one goes. */
const queueLimit = 20;

/**
 * The waiting messages with one more, unless the very same one waits or stands already: eight failed loads
 * are one message. What a person did twice is shown twice, but only the newest offer to undo is worth waiting
 * for.
 */
export function enqueueNotice(queue: readonly Notice[], notice: Notice, standing: Notice | null): readonly Notice[] {
  if (notice.undo !== undefined) return [...queue.filter(({ undo }) => undo === undefined), notice].slice(-queueLimit);
  const same = (other: Notice | null): boolean =>
    other !== null &&
    other.undo === undefined &&
    (notice.key === undefined ? other.message === notice.message && other.variant === notice.variant : other.key === notice.key);
  return same(standing) || queue.some(same) ? queue : [...queue, notice].slice(-queueLimit);
}

/** How long a message stands, in ms; undefined for until it is dismissed. */
export function standingTime(notice: Notice): number | undefined {
  return notice.timeout === null ? undefined : (notice.timeout ?? noticeTimeoutMs);
}
