import type { Contact } from '#model/entities/contact.ts';

/** Returns a small seeded generator (mulberry32) with the same numbers on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The names of receivers 1 to 8, and their colours; number 8 has none. */
export const feedReceivers: ReadonlyMap<number, { alias: string; color: string }> = new Map([
  [1, { alias: 'Creek north', color: '#1f77b4' }],
  [2, { alias: 'Creek south', color: '#9ad0f5' }],
  [3, { alias: 'Ridge', color: '#e6550d' }],
  [4, { alias: 'Meadow', color: '#31a354' }],
  [5, { alias: 'Weir', color: '#ffe066' }],
  [6, { alias: 'Hatchery', color: '#756bb1' }],
  [7, { alias: 'Bridge', color: '#d63384' }],
  [8, { alias: 'Camp', color: '' }],
]);

/** Eight receivers with four antennas each. */
const places = 32;
const tagCount = 50;
const perSecond = 1_000;

/**
 * Returns contacts from `from` to before `to` (ms since the epoch), `rate` a second, in time order and all
 * different: tags that wander past eight receivers with four antennas each, and one in ten noise near the
 * floor.
 */
export function contactsBetween(from: number, to: number, rate: number): Contact[] {
  const first = Math.ceil((from * rate) / perSecond);
  const last = Math.ceil((to * rate) / perSecond);
  const contacts: Contact[] = [];
  for (let index = first; index < last; index++) {
    const ts = Math.floor((index * perSecond) / rate);
    const contact = contactAt(index, ts);
    const n = Math.floor((index - Math.ceil((ts * rate) / perSecond)) / places);
    contacts.push(n === 0 ? contact : { ...contact, n });
  }
  return contacts;
}

function contactAt(index: number, ts: number): Contact {
  const random = seeded(index);
  // Steps of seven through the 32 antennas: contacts of the same millisecond then have different antennas,
  // unless there are more than 32, which `n` distinguishes.
  const place = (index * 7) % places;
  const rxId = 1 + (place >> 2);
  const ant = 1 + (place % 4);
  if (random() < 0.1) return { rxId, ant, freq: 150.5, code: 0, type: 4, power: round(-128 + random() * 9), ts };
  const tag = Math.floor(random() * tagCount);
  const nearness = Math.sin(ts / (21_000 + tag * 900) + tag + rxId * 0.8) - 0.25 * ((ant + tag) % 4);
  const power = round(Math.max(-127, -96 + nearness * 24 + (random() - 0.5) * 5));
  return {
    rxId,
    ant,
    freq: 150 + (tag % 5) * 0.12,
    code: 10 + tag,
    type: tag % 6 === 0 ? 7 : tag % 2 === 0 ? 18 : 19,
    power,
    ts,
  };
}

function round(power: number): number {
  return Math.round(power * 10) / 10;
}
