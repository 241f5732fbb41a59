import { expectTypeOf } from 'vitest';
import type { Failure } from '#model/contract/failure.ts';
import type { Account } from '#model/entities/account.ts';
import type { Receiver } from '#model/entities/receiver.ts';
import type { Entry, NewEntry } from '#model/journal/entry.ts';
import type { Fact, FactOf, FactType } from '#model/journal/facts.ts';
import type { Fold } from '#model/journal/overlay.ts';
import { readModel, type ReadModel, type StateOf } from '#model/journal/read-models/read-model.ts';
import { foldReadModels, type ReadModels } from '#model/journal/read-models/read-models.ts';
import type { Beacon } from '#model/entities/beacon.ts';
import type { BeaconsModel } from '#model/journal/screen-models/beacons.ts';
import { type AnyScreenModel, screenModel, type ScreenModel } from '#model/journal/screen-models/screen-model.ts';
import type { SchemaOf } from '#model/journal/entry-check.ts';
import { selectModel } from '../../../src/machines/journal/journal-selectors.ts';
import { record } from '../../../src/machines/journal/record.ts';

/* What the types of the journal promise (JRN-1, JRN-2). `tsc` checks it with everything else. */

// A fact is distinguished by its type and holds that type's fields.
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

// Entries that propose or reject name their operation.
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

// Each read model is under its own name, with its own state.
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

// A screen's facts are distinguished as the session's are, and its model folds both.
expectTypeOf<FactOf<'beacons.summaryLoaded'>['all']>().toEqualTypeOf<Beacon[]>();
expectTypeOf(selectModel<BeaconsModel>).returns.toEqualTypeOf<BeaconsModel | undefined>();
record(() => ({ type: 'happened', fact: { type: 'beacons.summaryLoaded', all: [], recent: [] } }));
// @ts-expect-error a field is missing
record(() => ({ type: 'happened', fact: { type: 'beacons.summaryLoaded', all: [] } }));

export function screenModelTypes(schema: SchemaOf<BeaconsModel>, rows: SchemaOf<Beacon[]>): void {
  const model = screenModel({
    name: 'beacons',
    facts: { 'beacons.summaryLoaded': { all: rows, recent: rows } },
    schema,
    initial: { summary: null },
    on: { 'beacons.summaryLoaded': (draft, { all, recent }) => void (draft.summary = { all, recent }) },
  });
  expectTypeOf(model).toEqualTypeOf<ScreenModel<BeaconsModel>>();
  expectTypeOf(model).toExtend<AnyScreenModel>();
  // @ts-expect-error a fact that nobody has declared
  screenModel({ name: 'x', facts: { 'x.loaded': {} }, schema, initial: { summary: null }, on: {} });
  // @ts-expect-error a fact without one of its fields
  screenModel({ name: 'x', facts: { 'beacons.summaryLoaded': { all: rows } }, schema, initial: { summary: null }, on: {} });
}
