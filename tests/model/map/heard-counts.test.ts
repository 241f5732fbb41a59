import { expect, test } from 'vitest';
import { ContactWindow } from '#model/live/contact-window.ts';
import { areSamePulses, pulseAlike, HeardCounts, heardText, pulsesOf } from '#model/map/heard-counts.ts';
import { groupedPins } from '#model/map/pin-groups.ts';
import type { Contact } from '#model/entities/contact.ts';

const now = 1_700_000_000_000;
const contact = (rxId: number, ts: number, code = 17): Contact => ({
  rxId,
  ant: 1,
  freq: 150.05,
  code,
  type: 18,
  power: -80,
  ts,
});

test('the contacts of the last five minutes are counted by receiver, and those before are let go (MAP-1)', () => {
  const window = new ContactWindow();
  const counts = new HeardCounts(window);
  expect(counts.read(now)).toEqual({});
  window.append([contact(1, now - 200_000), contact(1, now - 1_000, 18), contact(2, now - 500)], now);
  const heard = counts.read(now);
  expect(heard).toEqual({ 1: 2, 2: 1 });
  expect(counts.read(now + 400), 'nothing is drawn again where no count is another').toBe(heard);
  window.append([contact(2, now + 900)], now + 1_000);
  expect(counts.read(now + 1_000)).toEqual({ 1: 2, 2: 2 });
  window.evict(now + 150_000);
  expect(counts.read(now + 150_000)).toEqual({ 1: 1, 2: 2 });
});

test('contacts that were dropped while nobody counted are not counted forever', () => {
  const window = new ContactWindow();
  const counts = new HeardCounts(window);
  window.append([contact(1, now - 1_000)], now);
  counts.read(now);
  window.append([contact(2, now + 600_000)], now + 600_000);
  expect(counts.read(now + 600_000)).toEqual({ 2: 1 });
});

test('the newest contact of a receiver within the five minutes is known, whoever else was heard since (MAP-16)', () => {
  const window = new ContactWindow();
  const counts = new HeardCounts(window);
  expect(counts.newestOf(1, now)).toBeNull();
  window.append([contact(1, now - 200_000), contact(1, now - 90_000, 18), contact(2, now - 500)], now);
  expect(counts.newestOf(1, now)).toBe(now - 90_000);
  expect(counts.newestOf(2, now)).toBe(now - 500);
  expect(counts.newestOf(3, now)).toBeNull();
  expect(counts.newestOf(null, now)).toBeNull();
  window.append([contact(1, now + 900)], now + 1_000);
  expect(counts.newestOf(1, now + 1_000)).toBe(now + 900);
  window.evict(now + 400_000);
  expect(counts.newestOf(1, now + 400_000)).toBeNull();
});

test('more than one step looks at are counted in several, and until then what was known stands', () => {
  const window = new ContactWindow();
  const counts = new HeardCounts(window);
  window.append([contact(1, now - 250_000)], now);
  expect(counts.read(now)).toEqual({ 1: 1 });
  for (let second = 2; second < 13; second++)
    window.append(
      Array.from({ length: 20_000 }, (_, at) => ({
        ...contact(3, now - second * 1_000 + (at % 1_000)),
        power: -40 - at / 1_000,
      })),
      now,
    );
  expect(new HeardCounts(window).read(now), 'before all is counted for the first time nothing is known').toBeNull();
  expect(counts.read(now)).toEqual({ 1: 1 });
  counts.read(now);
  expect(counts.read(now)).toEqual({ 1: 1, 3: 220_000 });
});

test('what several heard that are drawn as one beats as one, the faster the more', () => {
  const pin = { alias: 'Ford', latitude: 45, longitude: -113, siteId: null, siteName: null, look: 'online' as const };
  const [heap] = groupedPins(
    [1, 2, 3].map((id) => ({ ...pin, id })),
    9,
  );
  const [apart] = groupedPins([{ ...pin, id: 4 }], 9);
  const pulse = (heard: Record<number, number>) => pulsesOf([heap!, apart!], heard).map(({ count, pace }) => [count, pace]);
  expect(pulse({})).toEqual([]);
  expect(pulse({ 1: 4, 3: 5 })).toEqual([[9, 'slow']]);
  expect(pulse({ 2: 10, 4: 1_000 })).toEqual([
    [10, 'brisk'],
    [1_000, 'fast'],
  ]);
});

test('what is heard beats alike as long as no other pin beats and none faster, whatever is counted', () => {
  const pin = { id: 1, alias: 'Ford', latitude: 45, longitude: -113, siteId: null, siteName: null, look: 'online' as const };
  const groups = groupedPins([pin, { ...pin, id: 2, latitude: 46 }], 9);
  const before = pulsesOf(groups, { 1: 4 });
  const same = (heard: Record<number, number>) => {
    const now = pulsesOf(groups, heard);
    return [pulseAlike(before, now), areSamePulses(before, now)];
  };
  expect(same({ 1: 4 })).toEqual([true, true]);
  expect(same({ 1: 5 })).toEqual([true, false]);
  expect(same({ 1: 10 })).toEqual([false, false]);
  expect(same({ 2: 4 })).toEqual([false, false]);
  expect(same({ 1: 4, 2: 1 })).toEqual([false, false]);
});

test.each([
  [undefined, true, 'None in 5 min'],
  [undefined, false, null],
  [0, true, 'None in 5 min'],
  [1, true, '1 contact in 5 min'],
  [1_234, true, '1,234 contacts in 5 min'],
  [1_234, false, 'At least 1,234 contacts in 5 min'],
])('%s contacts, all received %s: %s', (count, isWhole, text) => expect(heardText(count, isWhole)).toBe(text));
