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
  /** What can be done about it from here, such as 'Undo'. It gives way unless it is an error. */
  act?: NoticeAct | undefined;
  /** True once it gave way to another one before it was dismissed. */
  isBack?: boolean;
};

/**
 * A button of a message: its words, what it is called where they say too little by themselves, and which
 * event the actor of that systemId gets.
 */
export type NoticeAct = { label: string; name?: string; to: string; event: { type: string; [field: string]: unknown } };

/** More messages or banners than this are not worth waiting for: the oldest waiting one goes. */
export const queueLimit = 20;

/**
 * The waiting messages with one more, unless the very same one waits or stands already: eight failed loads
 * are one message. What a person did twice is shown twice, but of what went well only the newest offer is
 * worth waiting for; what failed is not dropped for it.
 */
export function enqueueNotice(queue: readonly Notice[], notice: Notice, standing: Notice | null): readonly Notice[] {
  const isOffer = ({ act, variant }: Notice): boolean => act !== undefined && variant !== 'error';
  const same = (other: Notice | null): boolean =>
    other?.act === undefined && (notice.key === undefined ? other?.message === notice.message : other?.key === notice.key);
  if (!isOffer(notice) && [standing, ...queue].some(same)) return queue;
  return [...queue.filter((other) => !(isOffer(notice) && isOffer(other))), notice].slice(-queueLimit);
}
