import { expect, test } from 'vitest';
import {
  type HeardAt,
  measuredOf,
  type Undetected,
  undetectedOf,
  undetectedText,
} from '#model/registry/transmitters/undetected.ts';

/** DET-24. */

const registered = { id: 5, codeNumber: 17, frequency: 150.1, emitInterval: 7_100, emitIntervalVariance: 5 };

/** Returns the bursts heard by one antenna; `at` counts intervals since the first burst. */
const bursts = (interval: number, at: readonly number[], place: readonly [number, number] = [1, 1]): HeardAt[] =>
  at.map((n) => [...place, 1_000_137 + Math.round(n * interval)]);
const first = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
/** Rounds times as a receiver's clock of whole seconds does. */
const coarse = (heard: HeardAt[]): HeardAt[] => heard.map(([rxId, ant, ts]) => [rxId, ant, Math.floor(ts / 1_000) * 1_000]);
const jittered = (heard: HeardAt[], by: number): HeardAt[] =>
  heard.map(([rxId, ant, ts], at) => [rxId, ant, ts + ((at * 7_919) % (2 * by + 1)) - by]);

test.each<[string, HeardAt[], number | null]>([
  ['every burst', bursts(7_171, first(30)), 7_171],
  ['bursts with jitter', jittered(bursts(7_171, first(60)), 20), 7_171],
  [
    'two of three bursts',
    bursts(
      7_171,
      first(40).filter((at) => at % 3 !== 2),
    ),
    7_171,
  ],
  [
    'one burst after two others are missed, too',
    bursts(
      7_171,
      first(90).filter((at) => at % 7 < 3 || at % 11 === 0),
    ),
    7_171,
  ],
  ['bursts of two antennas', [...bursts(7_171, first(12)), ...bursts(7_171, first(12), [2, 1])], 7_171],
  [
    'each burst written twice',
    [...bursts(7_171, first(20)), ...bursts(7_171, first(20)).map(([a, b, ts]): HeardAt => [a, b, ts + 40])],
    7_171,
  ],
  ['bursts and some noise', [...bursts(7_171, first(30)), [1, 1, 1_031_000], [1, 1, 1_090_000]], 7_171],
  ['a clock of whole seconds', coarse(bursts(7_171, first(121))), 7_167],
  ['nothing', [], null],
  ['too few bursts', bursts(7_171, first(5)), null],
  ['no rhythm', bursts(1_000, [0, 3.1, 9.7, 11.2, 30.4, 33.3, 51.9, 70, 71.3, 99.5, 120.2, 121.7, 150, 188, 190.6, 230]), null],
  ['antennas that heard it once each', first(30).map((at): HeardAt => [at, 1, at * 7_171]), null],
])('the interval of %s is measured', (_, heard, interval) => expect(measuredOf(heard)).toBe(interval));

const heard = bursts(7_171, first(30));
test.each<[string, Partial<typeof registered> | { codeNumber: null }, number, HeardAt[], number, boolean]>([
  ['30 contacts', {}, 30, heard, 1, true],
  ['20 contacts', {}, 20, heard.slice(0, 20), 1, true],
  ['19 contacts', {}, 19, heard.slice(0, 19), 1, false],
  ['a beeper', { codeNumber: null }, 30, heard, 1, false],
  ['a tolerance below half the interval', { emitIntervalVariance: 1_774 }, 30, heard, 1, true],
  ['a tolerance of half the interval', { emitIntervalVariance: 1_775 }, 30, heard, 1, false],
  ['the same by its multiplier', { emitIntervalVariance: 1_775 / 2.5 }, 30, heard, 2.5, false],
  ['whole seconds of 2 s', { emitInterval: 2_000 }, 30, coarse(heard), 1, false],
  ['whole seconds of 7.1 s', {}, 30, coarse(heard), 1, true],
])('of %s it is said, or not', (_, part, contacts, its, multiplier, isSaid) => {
  const found = undetectedOf({ ...registered, ...part }, { contacts, heard: its }, multiplier);
  expect(found !== null).toBe(isSaid);
  if (found !== null) expect(found).toMatchObject({ TransmitterId: 5, codeNumber: 17, frequency: 150.1, contacts });
});

const found: Undetected = { TransmitterId: 5, codeNumber: 17, frequency: 150.1, contacts: 30, measuredInterval: 7_171 };
test.each<[string, Undetected | undefined, Partial<typeof registered>, string | null]>([
  ['another interval', found, {}, '30 contacts, no run: measured 7.171 s, registered 7.1 s'],
  ['a multiple of it', { ...found, measuredInterval: 14_200 }, {}, '30 contacts, no run: measured 14.2 s, registered 7.1 s'],
  ['the same', { ...found, measuredInterval: 7_111 }, {}, '30 contacts, no run: measured 7.111 s, as registered'],
  ['none', { ...found, measuredInterval: null }, {}, '30 contacts, no run: no regular interval, registered 7.1 s'],
  ['what was corrected', found, { emitInterval: 7_171 }, '30 contacts, no run: measured 7.171 s, as registered'],
  ['another code', found, { codeNumber: 18 }, null],
  ['another frequency', found, { frequency: 150.2 }, null],
  ['nothing found', undefined, {}, null],
])('%s is said', (_, it, part, text) => expect(undetectedText(it, { ...registered, ...part })).toBe(text));
