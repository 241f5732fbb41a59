import { type RegistryEntity, ofRegistries } from '#model/registry/registries.ts';
import { refuseTagged } from '../../platform/changes/occupied.ts';
import { refuseTag } from '../../platform/changes/tag-rules.ts';
import type { Database } from '../../platform/store/database.ts';
import type { EntityFields } from '../../platform/store/entity-tables.ts';
import type { Handlers } from './call-handlers.ts';
import { registryHandlers, type RegistryHandlers, type RegistryRules } from './registry-calls.ts';
import { heldTransmitter } from './transmitters.ts';

/** Returns the handlers (CALL-3) of all registries, with the special rules for tags. */
export function registries(database: Pick<Database, 'db' | 'pool'>) {
  const rules: Partial<Record<RegistryEntity, RegistryRules>> = {
    animal: { beforeRemove: (writer, ids) => refuseTagged(writer, 'animal', ids) },
    transmitter: {
      fieldsOf: (systemId, written) => heldTransmitter(database, systemId, written as never),
      beforeRemove: (writer, ids) => refuseTagged(writer, 'transmitter', ids),
    },
    tag: { beforeWrite: (writer, id, fields) => refuseTag(writer, id, fields as EntityFields<'tag'>) },
  };
  const derived = ofRegistries<OfAll>((entity) => registryHandlers(database, entity, rules[entity]) as OfAll[RegistryEntity]);
  const own: Pick<Handlers, 'deleteTags'> = {
    deleteTags: async (call) => ({ ...(await derived.deleteTags(call)), ids: [...call.query.ids] }),
  };
  return { ...derived, ...own };
}

type OfAll = { [Entity in RegistryEntity]: RegistryHandlers<Entity> };
