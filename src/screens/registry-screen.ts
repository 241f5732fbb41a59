import type { ComponentType } from 'react';
import { type AnyActorRef, fromPromise } from 'xstate';
import { journalIn } from '../machines/journal/journal-actor.ts';
import { selectModel } from '../machines/journal/journal-selectors.ts';
import { doneOnce } from '../machines/operations/own-change.ts';
import { type RegistryRef, registryMachine, type RowOrder, type RowValues } from '../machines/registry/registry-machine.ts';
import { knownItems } from '../model/changes/change.ts';
import { type RegistryRequest, registryRequests } from '../model/contract/registry-requests.ts';
import type { RowsModel } from '../model/journal/rows-model.ts';
import { registryModels } from '../model/journal/screen-models/registries.ts';
import type { ChangeReply } from '../model/journal/sequence.ts';
import { madeBy } from '../model/receivers/tasks.ts';
import { type RegistryEntity, type RegistryRow, registries } from '../model/registry/registries.ts';
import { registryColumns } from '../model/registry/registry-columns.ts';
import { tableAddress } from '../model/tables/table-address.ts';
import type { RowColumns } from '../model/tables/table-rows.ts';
import type { Services } from '../services/ports.ts';
import { later } from '../views/controls/later.tsx';
import type { ScreenProps } from '../views/session/screen-props.ts';
import { type BuiltScreen, builtScreen } from './built-screen.ts';
import type { SavedRow } from './registries/past-hours.ts';
import { registryList } from './registries/registry-list.ts';

type Parts<Entity extends RegistryEntity> = {
  entity: Entity;
  /** The columns of the table; by default one for each field. */
  columns?: RowColumns<RegistryRow<Entity>>;
  /** The view, if the screen has more than the described table and form. */
  view?: ComponentType<ScreenProps<RegistryRef>>;
};

/** Returns the screen of a registry: table, forms and notices. */
export function registryScreen<Entity extends RegistryEntity>(parts: Parts<Entity>): BuiltScreen {
  const { entity, columns = registryColumns<RegistryRow<Entity>>(registries[entity]) } = parts;
  const { view = later(async () => ({ default: await plainView(entity, columns) })) } = parts;
  return builtScreen({
    address: tableAddress(columns),
    models: [registryModels[entity]],
    resources: [registryList(entity)],
    actor: (services: Services) => registryActor(services, entity),
    view,
  });
}

async function plainView<Entity extends RegistryEntity>(entity: Entity, columns: RowColumns<RegistryRow<Entity>>) {
  const { plainRegistryView } = await import('../views/registry/plain-registry-view.tsx');
  return plainRegistryView(entity, columns);
}

/** Returns the machine of a registry with its calls. */
export function registryActor(
  { http }: Services,
  entity: RegistryEntity,
  /** Names a row in notices; by default by its first field. */
  nameOf: (values: RowValues, system: AnyActorRef['system']) => string = (values) =>
    String(values[Object.keys(registries[entity].fields)[0] ?? '']),
  /** Called after a row is saved; `before` is the old row, undefined for a new one. */
  onSaved: (saved: SavedRow, system: AnyActorRef['system']) => void = () => {},
): typeof registryMachine {
  const { many } = registries[entity];
  const model = registryModels[entity] as RowsModel<object>;
  const { create, update, remove } = registryRequests(entity);
  const ask = ({ call, request }: RegistryRequest, operation: string) =>
    http.call(call, request, { operation }) as Promise<ChangeReply>;
  const save = doneOnce(({ id, seen, mitasId, values }: RowOrder, operation) =>
    ask(id === null ? create(mitasId, values) : update(mitasId, id, values, seen), operation),
  );
  const removeAll = doneOnce(({ mitasId, ids }: { mitasId: string; ids: readonly number[] }, operation) =>
    ask(remove(mitasId, ids), operation),
  );
  return registryMachine.provide({
    actors: {
      saveRow: fromPromise(async ({ input, system }) => {
        const before = input.id === null ? undefined : selectModel(journalIn(system).getSnapshot(), model)?.rows[input.id];
        const reply = await save(system, input);
        const made = madeBy(reply);
        const created = knownItems(reply.items).find(({ kind }) => kind === `${entity}.created`)?.id ?? null;
        const id = input.id ?? created;
        if (id !== null) onSaved({ id, before, after: input.values }, system);
        return { message: `${nameOf(input.values, system)} is ${input.id === null ? 'created' : 'updated'}`, made, created };
      }),
      removeRows: fromPromise(async ({ input, system }) => {
        const made = madeBy(await removeAll(system, input));
        const count = input.ids.length;
        return { message: `${count} ${count === 1 ? entity : many} deleted`, made };
      }),
    },
  });
}
