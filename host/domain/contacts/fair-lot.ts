/** One request's contacts, which wait to be stored with those of others. */
export type InLine = { keyId: number; contacts: { readonly length: number } };

/** How many contacts one transaction takes, of all and of one key (a request more than that is whole). */
export type LotBounds = { most: number; mostOfKey: number };

/**
 * Who is stored next: of each key in turn the request that came first, beginning with the key whose last lot
 * is longest ago, so that a sender of many holds up none of few (ING-12). `lastLots` tells by key the number
 * of that lot.
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
