/** Lets Back close the dialogs over a page (NAV-34, NAV-35). */
export type BackSteps = {
  /** Call this when a dialog opens: Back will call `onBack`. Call the result when the dialog closes. */
  open(onBack: () => void): () => void;
  /**
   * Leaves a dialog that has its own address for its page: goes back if that leads there, otherwise replaces
   * the address.
   */
  leave(to: string): void;
};

/** The mark stored in an entry of the browser's history. */
export type EntryMark = {
  /** The number of dialogs over the page in this entry. */
  over: number;
  /** The address of the entry before the page; null if unknown. */
  from: string | null;
  /** The address of the page when its first dialog opened; null in the page's own entry. */
  page: string | null;
};

const unmarked: EntryMark = { over: 0, from: null, page: null };

/** Reads the mark of a history entry. Ignores anything else in its state. */
export function markIn(state: unknown): EntryMark {
  const { over, from, page } = (typeof state === 'object' && state !== null ? state : unmarked) as Partial<EntryMark>;
  return {
    over: typeof over === 'number' && Number.isSafeInteger(over) && over > 0 ? over : 0,
    from: typeof from === 'string' ? from : null,
    page: typeof page === 'string' ? page : null,
  };
}

/**
 * Returns the mark of a new page opened from an entry. If that entry is a dialog's, the page's entry replaces
 * it.
 */
export function pushedMark(before: EntryMark, address: string): EntryMark {
  if (before.over === 0) return { over: 0, from: address, page: null };
  // With two dialogs open, the entry below is the first dialog's, not the page's.
  return { over: 0, from: before.over === 1 ? before.page : null, page: null };
}

/** Returns the mark of one more dialog over an entry. */
export function dialogMark({ over, from, page }: EntryMark, address: string): EntryMark {
  return { over: over + 1, from, page: page ?? address };
}

/** Returns how many steps back from an entry the page `to` is; null if that is unknown. */
export function stepsTo({ over, from }: EntryMark, to: string): number | null {
  return from === to ? over + 1 : null;
}
