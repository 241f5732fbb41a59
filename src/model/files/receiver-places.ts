/**
 * Where a receiver was from `since` until `until` (ms since the epoch): a null `since` means from the
 * beginning, a null `until` means until now. Coordinates and site are null if not set.
 */
export type ReceiverPlace = {
  readonly since: number | null;
  readonly until: number | null;
  readonly site: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

/** Finds the place of a receiver at a time; fast if the times are in order, as in files. */
export class ReceiverPlaces {
  readonly #places: ReadonlyMap<number, readonly ReceiverPlace[]>;
  readonly #last = new Map<number, ReceiverPlace>();

  /** `places` maps a receiver's id to its places in order of time. */
  constructor(places: ReadonlyMap<number, readonly ReceiverPlace[]>) {
    this.#places = places;
  }

  /** Returns the place of a receiver at a time (ms since the epoch); null if unknown. */
  at(rxId: number, ts: number): ReceiverPlace | null {
    const last = this.#last.get(rxId);
    if (last !== undefined && includes(last, ts)) return last;
    const place = this.#places.get(rxId)?.find((each) => includes(each, ts)) ?? null;
    if (place !== null) this.#last.set(rxId, place);
    return place;
  }
}

function includes({ since, until }: ReceiverPlace, ts: number): boolean {
  return (since === null || ts >= since) && (until === null || ts < until);
}
