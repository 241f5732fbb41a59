import { type ActorRefFrom, type AnyActorRef, fromPromise } from 'xstate';
import { type Saved, type SavingMachine, savingMachine } from './saving-machine.ts';

type At = { mitasId: string; system: AnyActorRef['system'] };

/** The function that saves each setting of a page, by name. */
export type Saving<Things> = { [Of in keyof Things]: (value: Things[Of], at: At) => Promise<Saved> };

/**
 * A reference to a machine that saves these settings. The parameter is only for the compiler; XState does not
 * know it.
 */
export type SavingRef<Things> = ActorRefFrom<SavingMachine> & { readonly things?: Things };

/** Returns the machine of a page's settings, given the function that saves each. */
export function saving<Things extends object>(save: Saving<Things>): SavingMachine {
  return savingMachine.provide({
    actors: {
      save: fromPromise(({ input: { mitasId, of, value }, system }) =>
        save[of as keyof Things](value as Things[keyof Things], { mitasId, system }),
      ),
    },
  });
}

/** Saves a setting. */
export function saveThing<Things, Of extends string & keyof Things>(ref: SavingRef<Things>, of: Of, value: Things[Of]): void {
  ref.send({ type: 'thing.save', of, value });
}
