import type * as v from 'valibot';
import type { SchemaOf } from '../entry-check.ts';
import { type Fact, type ScreenFacts, factOf } from '../facts.ts';
import { type FactHandlers, type ReadModel, readModel } from '../read-models/read-model.ts';
import type { ReadModels } from '../read-models/read-models.ts';

/**
 * A read model that a screen brings (JRN-11): a name that no other screen model has, and the schemas of the
 * facts that are only its own.
 */
export type ScreenModel<State> = ReadModel<State> & { name: string; facts: readonly FactSchema[] };

const joinedType = 'model.joined';

type FactSchema = ReturnType<typeof factOf<string, v.ObjectEntries>>;

/** A screen model with any state. */
export type AnyScreenModel = Pick<ScreenModel<unknown>, 'name' | 'facts' | 'schema' | 'initial'> & {
  fold: (state: never, fact: Fact) => unknown;
};

type FieldSchemas = {
  [Type in keyof ScreenFacts]?: { [Field in keyof ScreenFacts[Type]]: SchemaOf<ScreenFacts[Type][Field]> };
};

/**
 * Defines a read model that is loaded with its screen. Like `readModel`; `facts` has the fields of its own
 * facts by their types, as the file declares them in `ScreenFacts`. Throws if `facts` has 'model.joined',
 * which is a fact of the journal.
 */
export function screenModel<State>({
  name,
  facts,
  ...model
}: {
  name: string;
  facts: FieldSchemas;
  schema: SchemaOf<State>;
  initial: NoInfer<State>;
  on: NoInfer<FactHandlers<State>>;
}): ScreenModel<State> {
  if (Object.hasOwn(facts, joinedType)) throw new Error(`'${joinedType}' is a fact of the journal, not of the model '${name}'`);
  const schemas = Object.entries(facts).map(([type, fields]) => factOf(type, fields as v.ObjectEntries));
  return { ...readModel(model), name, facts: schemas };
}

/**
 * Folds a fact into the screens' read models, by name. A model has no state until it joins; joining twice
 * changes nothing. Models in `models` that have not joined do not affect the result.
 */
export function foldScreens(
  models: readonly AnyScreenModel[],
  screens: ReadModels['screens'],
  fact: Fact,
): ReadModels['screens'] {
  if (fact.type === joinedType) {
    const joining = models.find(({ name }) => name === fact.name && !Object.hasOwn(screens, name));
    return joining === undefined ? screens : { ...screens, [joining.name]: joining.initial };
  }
  let next = screens;
  for (const { name, fold } of models) {
    if (!Object.hasOwn(screens, name)) continue;
    const state = fold(screens[name] as never, fact);
    if (state !== screens[name]) next = { ...next, [name]: state };
  }
  return next;
}
