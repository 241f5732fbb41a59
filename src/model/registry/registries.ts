import { animals } from './animals.ts';
import { tags } from './tags.ts';
import { transmitters } from './transmitters.ts';

/** The registries of a system, by what changes call their entity: a line each. */
export const registries = { animal: animals, transmitter: transmitters, tag: tags } as const;

export type RegistryEntity = keyof typeof registries;

/** True for an entity that is a registry. */
export function isRegistryEntity(entity: string): entity is RegistryEntity {
  return Object.hasOwn(registries, entity);
}
