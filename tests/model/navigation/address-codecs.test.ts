import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activityAddress } from '#model/activity/activity-filters.ts';
import type { AddressCodec } from '#model/navigation/address-codec.ts';
import { homeAddress } from '#model/navigation/home-address.ts';
import { anyCharacter } from '../../support/any-character.ts';

const id = fc.integer({ min: 1, max: 2_147_483_647 });
const orNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const time = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000);

type Subject = { codec: AddressCodec<unknown>; states: fc.Arbitrary<unknown>; names: readonly string[] };
const subject = <State>(codec: AddressCodec<State>, states: fc.Arbitrary<State>, names: readonly string[]): Subject => ({
  codec,
  states,
  names,
});

/** Every screen that keeps its state in its address. */
const subjects: Readonly<Record<string, Subject>> = {
  home: subject(homeAddress, fc.record({ receiver: orNone(id) }), ['receiver']),
  activity: subject(
    activityAddress,
    fc
      .record({
        by: orNone(fc.integer({ min: 0, max: 2_147_483_647 })),
        thing: orNone(fc.tuple(fc.constantFrom('receiver', 'site', 'system', 'member', 'layer'), orNone(id))),
        span: fc.tuple(orNone(time), orNone(time)),
      })
      .map(({ by, thing, span: [from, to] }) => ({ by, entity: thing?.[0] ?? null, id: thing?.[1] ?? null, from, to })),
    ['by', 'entity', 'id', 'from', 'to'],
  ),
};

describe.each(Object.entries(subjects))('the address of %s (NAV-12, NAV-19)', (_, { codec, states, names }) => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .array(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.string(), fc.integer().map(String))), { maxLength: 6 })
      .map((parts) => `?${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`),
  );

  test('reads back what it writes, and refuses nothing of it', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(codec.read(codec.write(state))).toEqual({ state, refused: [] });
      }),
    );
  });

  test('makes of any text a state that it keeps', () => {
    fc.assert(
      fc.property(text, (search) => {
        const { state } = codec.read(search);
        expect(codec.read(codec.write(state))).toEqual({ state, refused: [] });
      }),
    );
  });

  test('takes garbage for the default, and says so', () => {
    const garbage = fc.string({ minLength: 1 }).map((value) => `~${value}`);
    fc.assert(
      fc.property(fc.constantFrom(...names), garbage, (name, value) => {
        const { state, refused } = codec.read(`?${new URLSearchParams({ [name]: value })}`);
        expect(state).toEqual(codec.read('').state);
        expect(refused).toEqual([expect.stringContaining('is ignored')]);
      }),
    );
  });
});
