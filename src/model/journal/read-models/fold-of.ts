import { type Draft, produce } from 'immer';
import type { Fact, FactOf, FactType } from '../facts.ts';
import type { Fold } from '../overlay.ts';

/** What one read model does on the facts that concern it: change the draft, or return a whole new state. */
export type Handlers<State> = { [Type in FactType]?: (draft: Draft<State>, fact: FactOf<Type>) => State | void };

/** The fold of one read model. A fact that is not its concern, or changes nothing, gives back the same object. */
export function foldOf<State>(handlers: Handlers<State>): Fold<State, Fact> {
  return (state, fact) => {
    const handle = handlers[fact.type] as ((draft: Draft<State>, fact: Fact) => Draft<State> | void) | undefined;
    return handle === undefined ? state : produce(state, (draft) => handle(draft, fact));
  };
}
