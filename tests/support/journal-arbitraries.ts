import fc from 'fast-check';
import type { AskedItem } from '#model/changes/asked-item.ts';
import type { ChangeItem } from '#model/changes/change.ts';
import type { NewEntry } from '#model/journal/entry.ts';
import type { Fact, FactOf } from '#model/journal/facts.ts';
import { allFactSamples, asOf } from './fact-samples.ts';
import { receiver, site } from './fleet-samples.ts';

/** Receiver 5 is not in `fleetLoaded`. */
const rxId = fc.integer({ min: 1, max: 5 });
const siteId = fc.integer({ min: 1, max: 2 });
const color = fc.constantFrom('#ff0000', '#00ff00', '#0000ff');
const alias = fc.string({ minLength: 1, maxLength: 8 });
const coordinate = fc.option(fc.integer({ min: 1, max: 90 }));

/** An edit that a person may make. */
export const ownEdit: fc.Arbitrary<AskedItem & { after: object }> = fc.oneof(
  fc.record({ kind: fc.constant('receiver.recoloured' as const), id: rxId, after: fc.record({ color }) }),
  fc.record({ kind: fc.constant('receiver.renamed' as const), id: rxId, after: fc.record({ alias }) }),
  fc.record({ kind: fc.constant('receiver.enabledChanged' as const), id: rxId, after: fc.record({ enabled: fc.boolean() }) }),
  fc.record({
    kind: fc.constant('receiver.relocated' as const),
    id: rxId,
    after: fc.record({ latitude: coordinate, longitude: coordinate }),
  }),
  fc.record({ kind: fc.constant('site.recoloured' as const), id: siteId, after: fc.record({ color }) }),
  fc.record({ kind: fc.constant('site.renamed' as const), id: siteId, after: fc.record({ alias }) }),
  fc.record({
    kind: fc.constant('site.pointStyleChanged' as const),
    id: siteId,
    after: fc.record({ pointStyle: fc.constantFrom('circle', 'star') }),
  }),
);

/** Four receivers at two sites. */
export const fleetLoaded: FactOf<'fleet.loaded'> = {
  type: 'fleet.loaded',
  asOf,
  receivers: [1, 2, 3, 4].map((id) => receiver({ id, SiteId: 1 + (id % 2), alias: `Receiver ${id}` })),
  sites: [1, 2].map((id) => site({ id, alias: `Site ${id}`, rxIds: id === 1 ? [2, 4] : [1, 3] })),
};

/**
 * Returns the change that an edit becomes. Its values before equal those after, because no fold reads them.
 */
export function changeOf(item: AskedItem & { after: object }, revision: number, undoes: number | null = null): Fact {
  const items = [{ ...item, name: 'It', before: item.after } as ChangeItem];
  return { type: 'change.made', epoch: asOf.epoch, revision, at: 1, by: null, through: 'console', undoes, items };
}

const stateChanged = fc.record({
  type: fc.constant('receiver.stateChanged' as const),
  rxId,
  state: fc.integer({ min: -2, max: 5 }),
  ts: fc.nat(5_000),
});

/** A new epoch ends all other entries and has its own tests. */
const samples = allFactSamples.filter(({ type }) => type !== 'epoch.began');

type Step =
  | { kind: 'told'; fact: Fact }
  | { kind: 'load' }
  | { kind: 'change'; item: AskedItem & { after: object }; skip: boolean }
  | { kind: 'propose'; item: AskedItem & { after: object } }
  | { kind: 'settle'; pick: number; answer: 'done' | 'same' | 'refused' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('told' as const), fact: fc.oneof(stateChanged, fc.constantFrom(...samples)) }),
  fc.record({ kind: fc.constant('load' as const) }),
  fc.record({ kind: fc.constant('change' as const), item: ownEdit, skip: fc.nat(9).map((one) => one === 0) }),
  fc.record({ kind: fc.constant('propose' as const), item: ownEdit }),
  fc.record({
    kind: fc.constant('settle' as const),
    pick: fc.nat(),
    answer: fc.constantFrom('done' as const, 'done' as const, 'same' as const, 'refused' as const),
  }),
);

/**
 * Generates entries as a session may see them: proposals answered late, in any order or never, among changes
 * by others.
 */
export const entriesInterleaved = (maxLength = 60): fc.Arbitrary<NewEntry<Fact>[]> =>
  fc.array(step, { maxLength, size: 'max' }).map((steps) => [{ type: 'happened', fact: fleetLoaded }, ...entriesOf(steps)]);

function entriesOf(steps: readonly Step[]): NewEntry<Fact>[] {
  const open: { opId: string; item: AskedItem & { after: object } }[] = [];
  let { revision } = asOf;
  return steps.flatMap((taken, index): NewEntry<Fact>[] => {
    if (taken.kind === 'told') return [{ type: 'happened', fact: taken.fact }];
    if (taken.kind === 'load') return [{ type: 'happened', fact: { ...fleetLoaded, asOf: { ...asOf, revision } } }];
    if (taken.kind === 'change') {
      revision += taken.skip ? 2 : 1;
      return [{ type: 'happened', fact: changeOf(taken.item, revision) }];
    }
    if (taken.kind === 'propose') {
      const { item } = taken;
      const opId = `op-${index}`;
      open.push({ opId, item });
      return [{ type: 'proposed', opId, fact: { type: 'change.asked', items: [item] } }];
    }
    const [settled] = open.length === 0 ? [] : open.splice(taken.pick % open.length, 1);
    if (settled === undefined) return [];
    const { opId, item } = settled;
    if (taken.answer === 'same') return [{ type: 'settled', opId }];
    if (taken.answer === 'refused') return [{ type: 'rejected', opId, failure: { kind: 'network' } }];
    revision += 1;
    return [{ type: 'happened', opId, fact: changeOf(item, revision) }];
  });
}
