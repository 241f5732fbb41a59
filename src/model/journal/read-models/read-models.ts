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
 * What every host session shows that came from facts: what the shell or several screens need. To add one: a
 * file of its own, and a name here. What one screen shows comes with that screen (screen-models/).
 */
const readModels = {
  account: accountModel,
  host: hostModel,
  fleet: fleetModel,
  alarms: alarmsModel,
} as const;

type OwnModels = { [Name in keyof typeof readModels]: StateOf<(typeof readModels)[Name]> };

/**
 * What the read models hold, by their names; under `screens` those that screens have brought and that have
 * joined, which `selectModel` (machines/journal/) reads by their types.
 */
export type ReadModels = OwnModels & { screens: Readonly<Record<string, unknown>> };

const all = Object.entries(readModels) as [keyof OwnModels, ReadModel<unknown>][];

function ofEach<Value>(value: (model: ReadModel<unknown>) => Value): Record<keyof OwnModels, Value> {
  return Object.fromEntries(all.map(([name, model]) => [name, value(model)])) as Record<keyof OwnModels, Value>;
}

/** The shape of a recording's checkpoint, where screens may have brought these models. */
export function readModelsSchema(models: readonly AnyScreenModel[]): SchemaOf<ReadModels> {
  const screens = v.strictObject(Object.fromEntries(models.map(({ name, schema }) => [name, v.optional(schema)])));
  return computedSchema(v.object({ ...ofEach(({ schema }) => schema), screens }));
}

/** What is known before the first fact. */
export const noReadModels = { ...ofEach(({ initial }) => initial), screens: {} } as ReadModels;

/** The fold of a session that knows these models of screens. */
export function foldWith(models: readonly AnyScreenModel[]): Fold<ReadModels, Fact> {
  return (before, fact) => {
    const state = foldReadModels(before, fact);
    const screens = foldScreens(models, state.screens, fact);
    return screens === state.screens ? state : { ...state, screens };
  };
}

/** Folds one fact into the session's own read models; those it does not concern keep their identity. */
export const foldReadModels: Fold<ReadModels, Fact> = (state, fact) => {
  let next: Record<keyof ReadModels, unknown> = state;
  for (const [name, { fold }] of all) {
    const model = fold(state[name], fact);
    if (model !== state[name]) next = next === state ? { ...state, [name]: model } : Object.assign(next, { [name]: model });
  }
  return next as ReadModels;
};
