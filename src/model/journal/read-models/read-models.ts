import * as v from 'valibot';
import { computedSchema } from '../../fields/computed-schema.ts';
import type { SchemaOf } from '../entry-check.ts';
import type { Fact } from '../facts.ts';
import { type AnyScreenModel, foldScreens } from '../screen-models/screen-model.ts';
import type { Fold } from '../overlay.ts';
import { accountModel } from './account.ts';
import { alarmsModel } from './alarms.ts';
import { fleetModel } from './fleet.ts';
import { hostModel } from './host.ts';
import type { ReadModel, StateOf } from './read-model.ts';

/**
 * The read models that the shell or several screens need; every host session has them. To add one, write its
 * file and add its name here. What only one screen shows comes with that screen (screen-models/).
 */
const readModels = {
  account: accountModel,
  host: hostModel,
  fleet: fleetModel,
  alarms: alarmsModel,
} as const;

type OwnModels = { [Name in keyof typeof readModels]: StateOf<(typeof readModels)[Name]> };

/**
 * The states of the read models by name. `screens` has the states of the screens' models that have joined;
 * `selectModel` (machines/journal/) reads them with their types.
 */
export type ReadModels = OwnModels & { screens: Readonly<Record<string, unknown>> };

const all = Object.entries(readModels) as [keyof OwnModels, ReadModel<unknown>][];

function ofEach<Value>(value: (model: ReadModel<unknown>) => Value): Record<keyof OwnModels, Value> {
  return Object.fromEntries(all.map(([name, model]) => [name, value(model)])) as Record<keyof OwnModels, Value>;
}

/**
 * Builds the schema of the states in a recording's checkpoint, where any of these screen models may have
 * joined.
 */
export function readModelsSchema(models: readonly AnyScreenModel[]): SchemaOf<ReadModels> {
  const screens = v.strictObject(Object.fromEntries(models.map(({ name, schema }) => [name, v.optional(schema)])));
  return computedSchema(v.object({ ...ofEach(({ schema }) => schema), screens }));
}

export const noReadModels = { ...ofEach(({ initial }) => initial), screens: {} } as ReadModels;

/** Returns the fold of a session that knows these screen models. */
export function foldWith(models: readonly AnyScreenModel[]): Fold<ReadModels, Fact> {
  return (before, fact) => {
    const state = foldReadModels(before, fact);
    const screens = foldScreens(models, state.screens, fact);
    return screens === state.screens ? state : { ...state, screens };
  };
}

/**
 * Folds a fact into the session's own read models. A model that the fact does not concern stays the same
 * object.
 */
export const foldReadModels: Fold<ReadModels, Fact> = (state, fact) => {
  let next: Record<keyof ReadModels, unknown> = state;
  for (const [name, { fold }] of all) {
    const model = fold(state[name], fact);
    if (model !== state[name]) next = next === state ? { ...state, [name]: model } : Object.assign(next, { [name]: model });
  }
  return next as ReadModels;
};
