import { type AnyActorRef, fromPromise } from 'xstate';
import { type Saved, type SavingMachine, savingMachine } from './saving-machine.ts';

type At = { mitasId: string; system: AnyActorRef['system'] };

/** The machine of a page's settings: each thing by its name, with what saves it. */
export function saving<Things extends object>(save: {
  [Of in keyof Things]: (value: Things[Of], at: At) => Promise<Saved>;
}): SavingMachine {
  return savingMachine.provide({
    actors: {
      save: fromPromise(({ input: { mitasId, of, value }, system }) =>
        save[of as keyof Things](value as Things[keyof Things], { mitasId, system }),
      ),
    },
  });
}
