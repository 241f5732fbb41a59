import {
  registryOf,
  type Registries,
  registryEntities,
  type RegistryEntity,
  type RegistryRow,
} from '../../registry/registries.ts';
import { type RowsLoaded, type RowsModel, rowsModel } from '../rows-model.ts';

type LoadedFacts = {
  [Entity in RegistryEntity as `${Registries[Entity]['many']}.loaded`]: RowsLoaded<RegistryRow<Entity>>;
};

declare module '../facts.ts' {
  interface ScreenFacts extends LoadedFacts {}
}

type Models = { readonly [Entity in RegistryEntity]: RowsModel<RegistryRow<Entity>> };

/** The rows of each registry of the system (REG-16), by the name of its entity in changes. */
export const registryModels = Object.fromEntries(
  registryEntities.map((entity) => {
    const { many, row, fresh } = registryOf(entity);
    const loaded = `${many}.loaded` as never;
    return [entity, rowsModel({ name: many, entities: [entity], loaded, row: row as never, fresh: fresh ?? {} })];
  }),
) as unknown as Models;
