import fc from 'fast-check';
import type { NewEntry } from '../../src/model/journal/entry.ts';
import type { Fact } from '../../src/model/journal/facts.ts';
import { allFactSamples } from './fact-samples.ts';
import { receiver, site } from './fleet-samples.ts';

const rxId = fc.integer({ min: 1, max: 5 });
const siteId = fc.integer({ min: 1, max: 2 });
const color = fc.constantFrom('#ff0000', '#00ff00', '#0000ff');
const alias = fc.string({ minLength: 1, maxLength: 8 });

/** A change a person may make: every one of them can be undone. Receivers 5 and sites above 2 are not in `fleetLoaded`. */
export const ownFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ type: fc.constant('receiver.recoloured' as const), rxId, color }),
  fc.record({ type: fc.constant('receiver.renamed' as const), rxId, alias }),
  fc.record({ type: fc.constant('receiver.enabledChanged' as const), rxId, enabled: fc.boolean() }),
  fc.record({
    type: fc.constant('receiver.relocated' as const),
    rxId,
    latitude: fc.option(fc.integer({ min: 1, max: 90 })),
    longitude: fc.option(fc.integer({ min: 1, max: 180 })),
  }),
  fc.record({ type: fc.constant('site.recoloured' as const), siteId, color }),
  fc.record({ type: fc.constant('site.renamed' as const), siteId, alias }),
  fc.record({ type: fc.constant('site.pointStyleChanged' as const), siteId, pointStyle: fc.constantFrom('circle', 'star') }),
);

/** Four receivers at two sites. */
export const fleetLoaded: Fact = {
  type: 'fleet.loaded',
  receivers: [1, 2, 3, 4].map((id) => receiver({ id, SiteId: 1 + (id % 2), alias: `Receiver ${id}` })),
  sites: [1, 2].map((id) => site({ id, alias: `Site ${id}`, rxIds: [id, id + 2] })),
};

/** What others do and say: socket messages, loads, edits from elsewhere. */
export const remoteFact: fc.Arbitrary<Fact> = fc.oneof(
  { weight: 4, arbitrary: ownFact },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('receiver.stateChanged' as const),
      rxId,
      state: fc.integer({ min: -2, max: 5 }),
      ts: fc.nat(5_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant(fleetLoaded) },
  { weight: 2, arbitrary: fc.constantFrom(...allFactSamples) },
);

type Step = { kind: 'remote'; fact: Fact } | { kind: 'propose'; fact: Fact } | { kind: 'settle'; pick: number; ok: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('remote' as const), fact: remoteFact }),
  fc.record({ kind: fc.constant('propose' as const), fact: ownFact }),
  fc.record({ kind: fc.constant('settle' as const), pick: fc.nat(), ok: fc.boolean() }),
);

/** Entries as a session may see them: proposals answered late, in any order or never, among what others do. */
export const entriesInterleaved = (maxLength = 60): fc.Arbitrary<NewEntry<Fact>[]> =>
  fc.array(step, { maxLength, size: 'max' }).map((steps) => [{ type: 'happened', fact: fleetLoaded }, ...entriesOf(steps)]);

function entriesOf(steps: readonly Step[]): NewEntry<Fact>[] {
  const open: { opId: string; fact: Fact }[] = [];
  return steps.flatMap((taken, index): NewEntry<Fact>[] => {
    if (taken.kind === 'remote') return [{ type: 'happened', fact: taken.fact }];
    if (taken.kind === 'propose') {
      const change = { opId: `op-${index}`, fact: taken.fact };
      open.push(change);
      return [{ type: 'proposed', ...change }];
    }
    const [settled] = open.length === 0 ? [] : open.splice(taken.pick % open.length, 1);
    if (settled === undefined) return [];
    return [taken.ok ? { type: 'happened', ...settled } : { type: 'rejected', opId: settled.opId, failure: { kind: 'network' } }];
  });
}
