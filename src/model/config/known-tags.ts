/** A transmitter and its frequency in MHz. */
export type KnownTag = { readonly name: string; readonly frequency: number };

/**
 * The system's transmitters, sorted by frequency, and the median time between their signals in s; null if
 * there are no transmitters.
 */
export type KnownTags = { readonly tags: readonly KnownTag[]; readonly interval: number | null };

export const noTags: KnownTags = { tags: [], interval: null };

type Sender = { serialNumber: string; frequency: number; emitInterval: number };

/** Summarises the system's transmitters for the editor. `emitInterval` is in ms. */
export function knownTags(transmitters: readonly Sender[]): KnownTags {
  if (transmitters.length === 0) return noTags;
  const intervals = transmitters.map(({ emitInterval }) => emitInterval).toSorted((one, other) => one - other);
  const tags = transmitters.map(({ serialNumber, frequency }) => ({ name: serialNumber, frequency }));
  return {
    tags: tags.toSorted((one, other) => one.frequency - other.frequency),
    interval: (intervals[Math.floor(intervals.length / 2)] ?? 0) / 1_000,
  };
}
