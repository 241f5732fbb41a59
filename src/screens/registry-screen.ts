import type { ComponentType } from 'react';
import { type AnyActorRef, fromPromise } from 'xstate';
import { doneOnce } from '../machines/operations/own-change.ts';
import { type RegistryRef, registryMachine, type RowOrder, type RowValues } from '../machines/registry/registry-machine.ts';
import type { AsOf } from '../model/changes/change.ts';
import type { ChangeReply } from '../model/journal/sequence.ts';
import type { AnyScreenModel } from '../model/journal/screen-models/screen-model.ts';
import { type RegistryEntity, registries } from '../model/registry/registries.ts';
import { madeBy } from '../model/receivers/tasks.ts';
import { tableAddress } from '../model/tables/table-address.ts';
import type { HttpClient, Services } from '../services/ports.ts';
import type { ScreenProps } from '../views/session/screen-props.ts';
import { type BuiltScreen, builtScreen, type ScreenResource } from './built-screen.ts';

/** Under which operation it is asked: a repeat is answered as the first was. */
type Under = { operation: string };
type Saving = Omit<RowOrder, 'id' | 'seen'>;
type Updating = Saving & { id: number; seen: AsOf | null };

/** How a registry speaks to the host; the rest comes from its description (REG-16). */
type ActorParts = {
  entity: RegistryEntity;
  create: (http: HttpClient, order: Saving, under: Under) => Promise<ChangeReply>;
  update: (http: HttpClient, order: Updating, under: Under) => Promise<ChangeReply>;
  remove: (http: HttpClient, mitasId: string, ids: number[], under: Under) => Promise<ChangeReply>;
  /** What one is called in a notice. */
  nameOf: (values: RowValues, system: AnyActorRef['system']) => string;
};

type Parts = ActorParts & {
  model: AnyScreenModel;
  /** What its table shows and is sorted by. */
  columns: Parameters<typeof tableAddress>[0];
  list: ScreenResource;
  view: ComponentType<ScreenProps<RegistryRef>>;
};

/** The screen of a registry: its table, forms and notices. */
export function registryScreen({ model, columns, list, view, ...parts }: Parts): BuiltScreen {
  return builtScreen({
    address: tableAddress(columns),
    models: [model],
    resources: [list],
    actor: (services: Services) => registryActor(services, parts),
    view,
  });
}

/** The machine of a registry, with its calls in place. */
export function registryActor(
  { http }: Services,
  { entity, create, update, remove, nameOf }: ActorParts,
): typeof registryMachine {
  const { words } = registries[entity];
  const save = doneOnce(({ id, seen, ...order }: RowOrder, operation) =>
    id === null ? create(http, order, { operation }) : update(http, { ...order, id, seen }, { operation }),
  );
  const removeAll = doneOnce(({ mitasId, ids }: { mitasId: string; ids: readonly number[] }, operation) =>
    remove(http, mitasId, [...ids], { operation }),
  );
  return registryMachine.provide({
    actors: {
      saveRow: fromPromise(async ({ input, system }) => {
        const made = madeBy(await save(system, input));
        return { message: `${nameOf(input.values, system)} is ${input.id === null ? 'created' : 'updated'}`, made };
      }),
      removeRows: fromPromise(async ({ input, system }) => {
        const made = madeBy(await removeAll(system, input));
        const count = input.ids.length;
        return { message: `${count} ${count === 1 ? words[0] : words[1]} deleted`, made };
      }),
    },
  });
}
