import { type Draft, produce } from 'immer';
import type { SchemaOf } from '../entry-check.ts';
import type { Fact, FactOf, FactType } from '../facts.ts';
import type { Fold } from '../overlay.ts';

/** What one read model does on the facts that concern it: change the draft, or return a whole new state. */
export type FactHandlers<State> = { [Type in FactType]?: (draft: Draft<State>, fact: FactOf<Type>) => State | void };

/**
 * What a session shows of one thing: what it holds, what it holds before the first fact, and what facts make
 * of it.
 */
export type ReadModel<State> = { schema: SchemaOf<State>; initial: State; fold: Fold<State, Fact> };

/** What a read model holds. */
export type StateOf<Model> = Model extends ReadModel<infer State> ? State : never;

/**
 * One read model. `schema` is what a recording's checkpoint holds of it, `on` its rules by fact. A fact that
 * is not its concern, or changes nothing, gives back the same object.
 */
export function readModel<State>({
  schema,
  initial,
  on,
}: {
  schema: SchemaOf<State>;
  initial: NoInfer<State>;
  on: NoInfer<FactHandlers<State>>;
}): ReadModel<State> {
  const fold: Fold<State, Fact> = (state, fact) => {
    const handle = on[fact.type] as ((draft: Draft<State>, fact: Fact) => Draft<State> | void) | undefined;
    return handle === undefined ? state : produce(state, (draft) => handle(draft, fact));
  };
  return { schema, initial, fold };
}
