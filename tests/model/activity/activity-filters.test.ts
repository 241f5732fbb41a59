import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  activityAddress,
  type ActivityFilters,
  activityQuery,
  areTimesReversed,
  countedFilters,
  isAsked,
  isUnfiltered,
  noActivityFilters,
} from '#model/activity/activity-filters.ts';
import type { Change } from '#model/changes/change.ts';
import { registryEntities } from '#model/registry/registries.ts';
import { anyCharacter } from '../../support/any-character.ts';

const second = Date.parse('2026-11-20T08:15:00Z');

describe('filters in the address (CHG-21, NAV-12)', () => {
  test.each([
    ['', noActivityFilters],
    ['?by=3', { ...noActivityFilters, by: 3 }],
    ['?by=0', { ...noActivityFilters, by: 0 }],
    ['?entity=site', { ...noActivityFilters, entity: 'site' }],
    ['?entity=receiver&id=7', { ...noActivityFilters, entity: 'receiver', id: 7 }],
    ['?from=2026-11-20T08:15:00Z&to=2026-11-20T08:16:00Z', { ...noActivityFilters, from: second, to: second + 60_000 }],
  ] as const)('%s', (search, filters) => {
    expect(activityAddress.read(search)).toEqual({ state: filters, refused: [] });
    expect(activityAddress.write(filters)).toBe(search);
  });

  test('a time may stand as a number or with an offset, and what is no filter is passed over', () => {
    expect(activityAddress.read(`?from=${second}&utm=x`).state.from).toBe(second);
    expect(activityAddress.read('?from=2026-11-20T09:15:00%2B01:00').state.from).toBe(second);
  });

  test.each([
    ['?by=ada', "‘by=ada’ is ignored: by must be a person's number, or 0 for the host"],
    ['?by=-1', "‘by=-1’ is ignored: by must be a person's number, or 0 for the host"],
    [
      '?entity=whale',
      `‘entity=whale’ is ignored: entity must be receiver, site, system, member, invitation, layer, ${registryEntities.slice(0, -1).join(', ')} or ${registryEntities.at(-1)}`,
    ],
    ['?entity=site&id=0', '‘id=0’ is ignored: id must be a number'],
    ['?entity=site&id=99999999999', '‘id=99999999999’ is ignored: id must be a number'],
    ['?id=7', '‘id=7’ is ignored: id also needs an entity'],
    ['?from=yesterday', '‘from=yesterday’ is ignored: from must be a time such as 2026-11-20T08:15:00Z'],
    ['?to=2026-02-30T00:00:00Z', '‘to=2026-02-30T00:00:00Z’ is ignored: to must be a time such as 2026-11-20T08:15:00Z'],
  ])('%s is left out, and told (CHG-22)', (search, sentence) => {
    const { state: filters, refused } = activityAddress.read(search);
    expect(refused).toEqual([sentence]);
    expect(filters).toEqual({ ...noActivityFilters, entity: filters.entity });
  });

  test('a From after its To stays as it was written, and neither counts (CHG-28)', () => {
    const search = '?by=3&from=2026-11-20T08:15:00Z&to=2026-11-20T08:14:00Z';
    const { state, refused } = activityAddress.read(search);
    expect(refused).toEqual([]);
    expect(activityAddress.write(state)).toBe(search);
    expect(areTimesReversed(state)).toBe(true);
    expect(activityQuery(state)).toEqual({ by: 3 });
    const counted = countedFilters(state);
    expect(counted).toEqual({ ...noActivityFilters, by: 3 });
    expect(areTimesReversed(counted)).toBe(false);
    expect(areTimesReversed({ ...noActivityFilters, from: second, to: second })).toBe(false);
  });

  test('one bad filter leaves the good ones', () => {
    const { state: filters, refused } = activityAddress.read('?by=3&from=never');
    expect(filters).toEqual({ ...noActivityFilters, by: 3 });
    expect(refused).toHaveLength(1);
  });

  test('what is written reads back as the same, and the call takes it as it is', () => {
    const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
    const time = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000);
    const filters = fc
      .record({
        by: some(fc.integer({ min: 0, max: 2_147_483_647 })),
        entity: some(fc.constantFrom('receiver', 'site', 'system', 'member', 'layer')),
        id: some(fc.integer({ min: 1, max: 2_147_483_647 })),
        span: fc.tuple(some(time), some(time)),
      })
      .map(({ by, entity, id, span: [from, to] }): ActivityFilters => ({
        by,
        entity: entity as ActivityFilters['entity'],
        id: entity === null ? null : id,
        from,
        to,
      }));
    fc.assert(
      fc.property(filters, (each) => {
        expect(activityAddress.read(activityAddress.write(each))).toEqual({ state: each, refused: [] });
        expect({ ...noActivityFilters, ...activityQuery(each) }).toEqual(countedFilters(each));
        expect(isUnfiltered(each)).toBe(activityAddress.write(each) === '');
      }),
    );
  });

  test('no address makes it throw, and nothing but what was left out is told', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.constantFrom('by', 'entity', 'id', 'from', 'to'), (text, name) => {
        const { state: filters, refused } = activityAddress.read(`?${new URLSearchParams({ [name]: text })}`);
        const wasRead = filters[name] !== null;
        expect(refused.length === 0).toBe(wasRead || text === '');
      }),
    );
  });
});

describe('a change that is heard', () => {
  const change: Change = {
    revision: 7,
    at: second,
    by: { id: 3, name: 'Ada' },
    through: 'console',
    undoes: null,
    items: [{ kind: 'receiver.renamed', id: 5, name: 'Crest', before: { alias: 'Crest' }, after: { alias: 'Ridge' } }],
  };

  test.each([
    [{}, true],
    [{ by: 3 }, true],
    [{ by: 4 }, false],
    [{ by: 0 }, false],
    [{ entity: 'receiver' }, true],
    [{ entity: 'receiver', id: 5 }, true],
    [{ entity: 'receiver', id: 6 }, false],
    [{ entity: 'site' }, false],
    [{ from: second, to: second }, true],
    [{ from: second + 1 }, false],
    [{ to: second - 1 }, false],
    [{ by: 3, entity: 'receiver', id: 5, from: second }, true],
    [{ from: second + 2, to: second + 1 }, true],
  ] as const)('%o: %s', (filters, asked) => {
    expect(isAsked(change, { ...noActivityFilters, ...filters })).toBe(asked);
  });

  test('of the host itself, and one whose things are not told', () => {
    expect(isAsked({ ...change, by: null }, { ...noActivityFilters, by: 0 })).toBe(true);
    expect(isAsked({ ...change, items: [] }, { ...noActivityFilters, entity: 'member' })).toBe(false);
    expect(isAsked({ ...change, items: null }, noActivityFilters)).toBe(true);
  });
});
