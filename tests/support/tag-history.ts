import type { TagHistory, Unconfirmed, Visit } from '#model/contract/tag-history-calls.ts';

/** Places 111 km apart, from south to north. */
export const weir = { ReceiverId: 1, receiver: 'Weir left', latitude: 45, longitude: -114 };
export const dam = { ReceiverId: 2, receiver: 'Dam', latitude: 46, longitude: -114 };
export const nowhere = { ReceiverId: 3, receiver: 'Boat', latitude: null, longitude: null };

/** A visit at the weir from 10 to 11 o'clock, with differences. */
export function aVisit(part: Partial<Visit> = {}): Visit {
  const [arrived, left] = [part.arrived ?? at('10:00'), part.left ?? at('11:00')];
  return { SiteId: 1, site: 'Weir', arrived, left, hits: 34, maxPower: -80, first: weir, last: weir, ...part };
}

/** A single hit at the dam, with differences. */
export function aStretch(part: Partial<Unconfirmed> = {}): Unconfirmed {
  const ts = part.from ?? at('12:00');
  return {
    SiteId: 2,
    site: 'Dam site',
    ReceiverId: 2,
    receiver: 'Dam',
    ant: 1,
    from: ts,
    to: ts,
    hits: 1,
    maxPower: -90,
    isAmbiguous: false,
    ...part,
  };
}

/** Sam with TX-0001, released at 8 o'clock at the weir, without visits. */
export function aHistory(part: Partial<Omit<TagHistory, 'tag'>> & { tag?: Partial<TagHistory['tag']> } = {}): TagHistory {
  return {
    gapMs: 1_800_000,
    isBehind: false,
    visits: [],
    unconfirmed: [],
    leftOut: 0,
    ...part,
    tag: {
      id: 12,
      animal: { id: 5, alias: 'Sam', species: 'Steelhead' },
      transmitter: { id: 7, serialNumber: 'TX-0001', frequency: 150.12, codeNumber: 17, emitInterval: 5_000 },
      released: at('08:00'),
      releasePlace: { latitude: 45, longitude: -114 },
      retrieved: null,
      retrievePlace: { latitude: null, longitude: null },
      ...part.tag,
    },
  };
}

/** Returns the instant of a time on 1 May 2026 in UTC. */
export function at(time: string): number {
  return Date.parse(`2026-05-01T${time}:00Z`);
}
