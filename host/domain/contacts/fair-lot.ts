/** The contacts of one request, queued to be stored with others. */
export type InLine = { keyId: number; contacts: { readonly length: number } };

/**
 * How many contacts fill a lot for one transaction, in total and per key. A request is never split, so a lot
 * may have more.
 */
export type LotBounds = { most: number; mostOfKey: number };

/**
 * Returns the requests to store next: one of each key in turn, oldest first, beginning with the key whose
 * last lot was longest ago, so that a busy sender does not delay the others (ING-12). `lastLots` has the
 * number of that lot by key.
 */
export function fairLot<One extends InLine>(
  inLine: Iterable<One>,
  lastLots: ReadonlyMap<number, number>,
  { most, mostOfKey }: LotBounds,
): One[] {
  const lastLot = (requests: readonly One[]) => lastLots.get(requests[0]?.keyId ?? 0) ?? -1;
  let keys = [...Map.groupBy(inLine, ({ keyId }) => keyId).values()]
    .sort((one, other) => lastLot(one) - lastLot(other))
    .map((requests) => ({ requests, contacts: 0 }));
  const lot: One[] = [];
  let contacts = 0;
  for (let round = 0; keys.length > 0; round += 1) {
    for (const key of keys) {
      const one = key.requests[round] as One;
      lot.push(one);
      key.contacts += one.contacts.length;
      contacts += one.contacts.length;
      if (contacts >= most) return lot;
    }
    keys = keys.filter((key) => key.requests.length > round + 1 && key.contacts < mostOfKey);
  }
  return lot;
}
