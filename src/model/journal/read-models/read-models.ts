import * as v from 'valibot';
import type { SchemaOf } from '../entry-check.ts';
import type { Fact } from '../facts.ts';
import type { Fold } from '../overlay.ts';
import { accountModel } from './account.ts';
import { alarmsModel } from './alarms.ts';
import { beaconsModel } from './beacons.ts';
import { fleetModel } from './fleet.ts';
import { hostModel } from './host.ts';
import type { ReadModel, StateOf } from './read-model.ts';

/**
 * Everything a host session shows that came from facts. To add a read model: a file of its own, and a name
 * here.
 */
const readModels = {
  account: accountModel,
  host: hostModel,
  fleet: fleetModel,
  alarms: alarmsModel,
  beacons: beaconsModel,
} as const;

/** What the read models hold, by their names. */
export type ReadModels = { [Name in keyof typeof readModels]: StateOf<(typeof readModels)[Name]> };

const all = Object.entries(readModels) as [keyof ReadModels, ReadModel<unknown>][];

function ofEach<Value>(value: (model: ReadModel<unknown>) => Value): Record<keyof ReadModels, Value> {
  return Object.fromEntries(all.map(([name, model]) => [name, value(model)])) as Record<keyof ReadModels, Value>;
}

/** The shape of a recording's checkpoint. */
export const readModelsSchema = v.object(ofEach(({ schema }) => schema)) as unknown as SchemaOf<ReadModels>;

/** What is known before the first fact. */
export const noReadModels = ofEach(({ initial }) => initial) as ReadModels;

/** Folds one fact into every read model; those it does not concern keep their identity. */
export const foldReadModels: Fold<ReadModels, Fact> = (state, fact) => {
  let next: Record<keyof ReadModels, unknown> = state;
  for (const [name, { fold }] of all) {
    const model = fold(state[name], fact);
    if (model !== state[name]) next = next === state ? { ...state, [name]: model } : Object.assign(next, { [name]: model });
  }
  return next as ReadModels;
};
