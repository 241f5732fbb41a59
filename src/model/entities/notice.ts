/** MSG-1: how long a message is shown, and how long it takes to appear or disappear, in ms. */
export const noticeTimeoutMs = 2_000;
export const noticeTransitionMs = 500;

/** A short message to the person (MSG-1). */
export type Notice = {
  message: string;
  variant: 'success' | 'error' | 'info';
  /** How long it is shown, in ms; null until it is dismissed. Default: the 2000 of MSG-1. */
  timeout?: number | null | undefined;
  /**
   * The name of a message that is shown only once at a time and can be withdrawn, such as 'sessionExpired'.
   */
  key?: string | undefined;
  /**
   * A button for what the person can do about it, such as 'Undo'. A newer message replaces a message with a
   * button at once.
   */
  act?: NoticeAct | undefined;
  /**
   * True if the message was shown before and waits again, because a newer message replaced it before it was
   * dismissed.
   */
  isBack?: boolean;
};

/**
 * A button of a message: its label, an accessible name if the label says too little, and the event for the
 * actor with the systemId `to`.
 */
export type NoticeAct = { label: string; name?: string; to: string; event: { type: string; [field: string]: unknown } };

/** The most messages or banners that may wait. If there are more, the oldest is dropped. */
export const queueLimit = 20;

/**
 * Adds a message to the queue, unless the same message waits or is shown, so that eight failed loads give one
 * message. A message with a button that is not an error is always added, and removes other such messages from
 * the queue. It does not remove errors.
 */
export function enqueueNotice(queue: readonly Notice[], notice: Notice, shown: Notice | null): readonly Notice[] {
  const isOffer = ({ act, variant }: Notice): boolean => act !== undefined && variant !== 'error';
  const same = (other: Notice | null): boolean =>
    other?.act === undefined && (notice.key === undefined ? other?.message === notice.message : other?.key === notice.key);
  if (!isOffer(notice) && [shown, ...queue].some(same)) return queue;
  return [...queue.filter((other) => !(isOffer(notice) && isOffer(other))), notice].slice(-queueLimit);
}
