import { animals } from './animals/animal.ts';
import type * as v from 'valibot';
import type { AnyRegistry } from './registry.ts';
import { tags } from './tags/tag.ts';
import { transmitters } from './transmitters/transmitter.ts';

/** The registries of a system, by the name of their entity in changes. To add one, add a line. */
export const registries = {
  animal: animals,
  transmitter: transmitters,
  tag: tags,
} as const;

export type Registries = typeof registries;
export type RegistryEntity = keyof Registries;
/** A row of a registry as its lists show it. */
export type RegistryRow<Entity extends RegistryEntity> = v.InferOutput<Registries[Entity]['row']>;

export function registryOf(entity: RegistryEntity): AnyRegistry {
  return registries[entity];
}

export const registryEntities = Object.keys(registries) as RegistryEntity[];

/** The names of the registries' lists, by which the host reports them out of date. */
export type RegistryList = Registries[RegistryEntity]['many'];
export const registryLists = registryEntities.map((entity): RegistryList => registries[entity].many);

export function isRegistryEntity(entity: string): entity is RegistryEntity {
  return Object.hasOwn(registries, entity);
}

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Every) => void ? Every : never;

/** Calls `of` for every registry and merges the results, for example the kinds or the calls of all. */
export function ofRegistries<Of extends Readonly<Record<RegistryEntity, object>>>(
  of: (entity: RegistryEntity) => Of[RegistryEntity],
): All<Of[RegistryEntity]> {
  return Object.assign({}, ...registryEntities.map(of)) as All<Of[RegistryEntity]>;
}
