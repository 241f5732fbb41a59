import { expectTypeOf } from 'vitest';
import type { Failure } from '#model/contract/failure.ts';
import type { Account } from '#model/entities/account.ts';
import type { Receiver } from '#model/entities/receiver.ts';
import type { Entry, NewEntry } from '#model/journal/entry.ts';
import type { Fact, FactOf, FactType } from '#model/journal/facts.ts';
import type { Fold } from '#model/journal/overlay.ts';
import { readModel, type ReadModel, type StateOf } from '#model/journal/read-models/read-model.ts';
import { foldReadModels, type ReadModels } from '#model/journal/read-models/read-models.ts';
import type { SchemaOf } from '#model/journal/entry-check.ts';
import { record } from '../../../src/machines/journal/record.ts';

/* What the types of the journal promise (JRN-1, JRN-2). Checked by `tsc`, with everything else. */

// A fact is told apart by its type, and holds that type's fields.
expectTypeOf<Fact['type']>().toEqualTypeOf<FactType>();
expectTypeOf<FactOf<'receiver.stateChanged'>>().toEqualTypeOf<{
  type: 'receiver.stateChanged';
  rxId: number;
  state: number;
  ts: number;
}>();
expectTypeOf<FactOf<'account.loaded'>['account']>().toEqualTypeOf<Account>();
expectTypeOf<'receiver.exploded'>().not.toExtend<FactType>();

export function factTypes(): Fact[] {
  return [
    { type: 'system.selected', mitasId: 'demo' },
    // @ts-expect-error no such fact
    { type: 'system.exploded', mitasId: 'demo' },
    // @ts-expect-error a field of another fact
    { type: 'system.selected', mitasId: 'demo', rxId: 7 },
    // @ts-expect-error a field of another type
    { type: 'system.selected', mitasId: 7 },
  ];
}

// What ends an operation names it; what is proposed does, too.
export function entryTypes(fact: Fact, failure: Failure): NewEntry<Fact>[] {
  return [
    { type: 'happened', fact },
    { type: 'proposed', fact, opId: 'op' },
    { type: 'rejected', opId: 'op', failure },
    // @ts-expect-error a proposal without its operation
    { type: 'proposed', fact },
    // @ts-expect-error a rejection holds no fact
    { type: 'rejected', opId: 'op', fact },
  ];
}
expectTypeOf<Entry<Fact>['position']>().toEqualTypeOf<number>();
expectTypeOf<NewEntry<Fact>>().not.toHaveProperty('position');

// Machines record entries of the session's facts only.
record(() => ({ type: 'happened', fact: { type: 'system.selected', mitasId: 'demo' } }));
// @ts-expect-error no such fact
record(() => ({ type: 'happened', fact: { type: 'system.exploded' } }));
// @ts-expect-error a proposal without its operation
record(() => ({ type: 'proposed', fact: { type: 'system.selected', mitasId: 'demo' } }));

// Each read model stands under its name, with its own state.
expectTypeOf(foldReadModels).toEqualTypeOf<Fold<ReadModels, Fact>>();
expectTypeOf<StateOf<ReadModel<{ receivers: Receiver[] }>>>().toEqualTypeOf<{ receivers: Receiver[] }>();
expectTypeOf<ReadModels>().toHaveProperty('fleet');
expectTypeOf<ReadModels>().not.toHaveProperty('contacts');

export function readModelTypes(schema: SchemaOf<{ seen: number }>): void {
  const model = readModel({
    schema,
    initial: { seen: 0 },
    on: {
      'alarms.seen'(draft, { lastSeenAlarmId }) {
        expectTypeOf(lastSeenAlarmId).toEqualTypeOf<number>();
        draft.seen = lastSeenAlarmId;
      },
      // @ts-expect-error no such fact
      'alarms.exploded'() {},
    },
  });
  expectTypeOf(model).toEqualTypeOf<ReadModel<{ seen: number }>>();
  // @ts-expect-error an initial state of another shape
  readModel({ schema, initial: { seen: 'never' }, on: {} });
}
