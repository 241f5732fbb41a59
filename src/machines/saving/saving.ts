import { type ActorRefFrom, type AnyActorRef, fromPromise } from 'xstate';
import { type Saved, type SavingMachine, savingMachine } from './saving-machine.ts';

type At = { mitasId: string; system: AnyActorRef['system'] };

/** What saves each thing of a page, by its name. */
export type Saving<Things> = { [Of in keyof Things]: (value: Things[Of], at: At) => Promise<Saved> };

/** Saves things of these names: a type only, XState does not know of it. */
export type SavingRef<Things> = ActorRefFrom<SavingMachine> & { readonly things?: Things };

/** The machine of a page's settings: each thing by its name, with what saves it. */
export function saving<Things extends object>(save: Saving<Things>): SavingMachine {
  return savingMachine.provide({
    actors: {
      save: fromPromise(({ input: { mitasId, of, value }, system }) =>
        save[of as keyof Things](value as Things[keyof Things], { mitasId, system }),
      ),
    },
  });
}

/** Has a thing saved. */
export function saveThing<Things, Of extends string & keyof Things>(ref: SavingRef<Things>, of: Of, value: Things[Of]): void {
  ref.send({ type: 'thing.save', of, value });
}
