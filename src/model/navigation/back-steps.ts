/** What Back takes back while dialogs lie over a page (NAV-34, NAV-35). */
export type BackSteps = {
  /** A dialog has opened: Back calls `onBack`. Call what this returns when it closes. */
  open(onBack: () => void): () => void;
  /** Goes from a dialog of the address to its page: back where that leads there, else in its place. */
  leave(to: string): void;
};

/** What an entry of the history notes. */
export type EntryMark = {
  /** How many dialogs lie over the page in this entry. */
  over: number;
  /** The address of the entry before the page; null where that is not known. */
  from: string | null;
  /** The address of the page when its first dialog opened; null in the entry of the page itself. */
  page: string | null;
};

const unmarked: EntryMark = { over: 0, from: null, page: null };

/** Reads the mark of a history entry; anything else in its state is no mark. */
export function markIn(state: unknown): EntryMark {
  const { over, from, page } = (typeof state === 'object' && state !== null ? state : unmarked) as Partial<EntryMark>;
  return {
    over: typeof over === 'number' && Number.isSafeInteger(over) && over > 0 ? over : 0,
    from: typeof from === 'string' ? from : null,
    page: typeof page === 'string' ? page : null,
  };
}

/** The mark of what is pushed from an entry: over a dialog it takes the dialog's place, and is a page. */
export function pushedMark(before: EntryMark, address: string): EntryMark {
  if (before.over === 0) return { over: 0, from: address, page: null };
  // Below the entry of a second dialog is that of the first, not the page.
  return { over: 0, from: before.over === 1 ? before.page : null, page: null };
}

/** The mark of one more dialog over an entry. */
export function dialogMark({ over, from, page }: EntryMark, address: string): EntryMark {
  return { over: over + 1, from, page: page ?? address };
}

/** How many steps back from an entry the page `to` is; null where it is not known to be there. */
export function stepsTo({ over, from }: EntryMark, to: string): number | null {
  return from === to ? over + 1 : null;
}
