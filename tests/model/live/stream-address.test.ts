import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxAntennas, noCode } from '#model/entities/contact.ts';
import { defaultSettings, displays, groupKinds, noFilters, type StreamSettings, timeLimits } from '#model/live/live-settings.ts';
import { streamAddress } from '#model/live/stream-address.ts';
import { anyCharacter } from '../../support/any-character.ts';

const settings = (changes: Partial<StreamSettings>): StreamSettings => ({ ...defaultSettings, ...changes });
const list = <T>(value: fc.Arbitrary<T>) => fc.uniqueArray(value, { maxLength: 8 });

/** A value that is valid for every kind. */
const anyFocus = fc.option(
  fc.record({ mode: fc.constantFrom('only' as const, 'without' as const), value: fc.integer({ min: 1, max: maxAntennas }) }),
);

const anySettings: fc.Arbitrary<StreamSettings> = fc.record({
  focus: anyFocus,
  groupBy: fc.constantFrom(...groupKinds),
  timeLimit: fc.constantFrom(...timeLimits.map(({ ms }) => ms)),
  display: fc.constantFrom(...displays),
  filters: fc.record({
    rxId: list(fc.integer({ min: 1, max: 2_147_483_647 })),
    ant: list(fc.integer({ min: 1, max: maxAntennas })),
    type: list(fc.integer({ min: 0, max: 255 })),
    freq: list(fc.integer({ min: 0, max: 2_000_000 }).map((kilohertz) => kilohertz / 1_000)),
    code: list(fc.oneof(fc.constant(noCode), fc.integer({ min: -32_768, max: 32_767 }))),
  }),
});

describe('the settings of the live stream in its address (LIVE-20, NAV-12)', () => {
  test.each([
    ['', {}],
    ['?groupBy=code', { groupBy: 'code' }],
    ['?timeLimit=1min', { timeLimit: 60_000 }],
    ['?timeLimit=5min', { timeLimit: 300_000 }],
    ['?display=table', { display: 'table' }],
    ['?rxId=7,3&ant=1', { filters: { ...noFilters, rxId: [7, 3], ant: [1] } }],
    ['?freq=150.05,148&code=17,none', { filters: { ...noFilters, freq: [150.05, 148], code: [17, noCode] } }],
    ['?groupBy=code&only=none', { groupBy: 'code', focus: { mode: 'only', value: noCode } }],
    ['?groupBy=ant&without=2', { groupBy: 'ant', focus: { mode: 'without', value: 2 } }],
  ] as const)('%s', (search, changes) => {
    expect(streamAddress.read(search)).toEqual({ state: settings(changes), refused: [] });
    expect(streamAddress.write(settings(changes))).toBe(search);
  });

  test('a list may stand in parts, a value twice, a default too, and what is no setting is passed over', () => {
    const { state, refused } = streamAddress.read('?ant=1,2&ant=2,,3&groupBy=rxId&code=&utm=x');
    expect(state).toEqual(settings({ filters: { ...noFilters, ant: [1, 2, 3] } }));
    expect(refused).toEqual([]);
  });

  test.each([
    ['?groupBy=colour', '‘groupBy=colour’ is ignored: groupBy must be rxId, ant, type, freq or code'],
    ['?timeLimit=2min', '‘timeLimit=2min’ is ignored: timeLimit must be 30s, 1min or 5min'],
    ['?display=map', '‘display=map’ is ignored: display must be chart or table'],
    ['?only=Crest', '‘only=Crest’ is ignored: only must be a value of what is grouped by'],
    ['?rxId=Crest', '‘rxId=Crest’ is ignored: rxId must be numbers of receivers'],
    ['?rxId=0', '‘rxId=0’ is ignored: rxId must be numbers of receivers'],
    ['?ant=9', '‘ant=9’ is ignored: ant must be numbers from 1 to 8'],
    ['?ant=1.5', '‘ant=1.5’ is ignored: ant must be numbers from 1 to 8'],
    ['?type=256', '‘type=256’ is ignored: type must be numbers of types, such as 18'],
    ['?freq=150.0505', '‘freq=150.0505’ is ignored: freq must be frequencies in MHz, such as 150.05'],
    ['?freq=2001', '‘freq=2001’ is ignored: freq must be frequencies in MHz, such as 150.05'],
    ['?code=1e3', '‘code=1e3’ is ignored: code must be numbers of codes, or none'],
  ])('%s is left out, and said', (search, sentence) => {
    expect(streamAddress.read(search)).toEqual({ state: defaultSettings, refused: [sentence] });
  });

  test('one bad value leaves the good ones', () => {
    const { state, refused } = streamAddress.read('?display=table&ant=1,nine,2');
    expect(state).toEqual(settings({ display: 'table', filters: { ...noFilters, ant: [1, 2] } }));
    expect(refused).toEqual(['‘ant=nine’ is ignored: ant must be numbers from 1 to 8']);
  });

  test('what is written reads back as the same', () => {
    fc.assert(
      fc.property(anySettings, (state) => {
        expect(streamAddress.read(streamAddress.write(state))).toEqual({ state, refused: [] });
      }),
    );
  });

  test('no address makes it throw; it reads as the default, and says so', () => {
    const names = fc.constantFrom('groupBy', 'timeLimit', 'display', ...groupKinds);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), names, (text, name) => {
        const { state, refused } = streamAddress.read(`?${new URLSearchParams({ [name]: text })}`);
        const isDefault = streamAddress.write(state) === '';
        if (isDefault && text.replaceAll(',', '') !== '' && !['rxId', '30s', 'chart'].includes(text))
          expect(refused).not.toEqual([]);
        expect(streamAddress.read(streamAddress.write(state)).state).toEqual(state);
      }),
    );
  });
});
