/**
 * Where a receiver was from `since` on until `until` (ms since the epoch): `since` null as far back as
 * anything is known, `until` null to the present. Without coordinates and site where nobody gave them.
 */
export type ReceiverPlace = {
  readonly since: number | null;
  readonly until: number | null;
  readonly site: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

/** Finds the place of each receiver at a time: quickly for times in their order, as files have them. */
export class ReceiverPlaces {
  readonly #places: ReadonlyMap<number, readonly ReceiverPlace[]>;
  readonly #last = new Map<number, ReceiverPlace>();

  /** `places` by the receiver's number, of each in the order of time. */
  constructor(places: ReadonlyMap<number, readonly ReceiverPlace[]>) {
    this.#places = places;
  }

  /** The place of a receiver at a time (ms since the epoch); null where none is known. */
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
