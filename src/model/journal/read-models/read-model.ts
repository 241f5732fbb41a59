import { type Draft, produce } from 'immer';
import type { SchemaOf } from '../entry-check.ts';
import type { Fact, FactOf, FactType } from '../facts.ts';
import type { Fold } from '../overlay.ts';

/** The rules of a read model, by type of fact. Each changes the draft or returns a new state. */
export type FactHandlers<State> = { [Type in FactType]?: (draft: Draft<State>, fact: FactOf<Type>) => State | void };

/** What a session shows of one subject: the schema of its state, the initial state, and its fold. */
export type ReadModel<State> = { schema: SchemaOf<State>; initial: State; fold: Fold<State, Fact> };

/** The state of a read model. */
export type StateOf<Model> = Model extends ReadModel<infer State> ? State : never;

/**
 * Defines a read model. `schema` is the shape of its state in a recording's checkpoint; `on` has its rules by
 * fact. A fact that does not concern it, or changes nothing, returns the same object.
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
