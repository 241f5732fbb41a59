import type { FactOf } from '#model/journal/facts.ts';
import {
  type Registries,
  registries,
  registryEntities,
  type RegistryEntity,
  type RegistryRow,
} from '#model/registry/registries.ts';

/** A row of each registry: a new one needs no other sample. */
export const sampleRows: { readonly [Entity in RegistryEntity]: RegistryRow<Entity> } = {
  animal: { id: 5, species: 'Chinook salmon', alias: 'Sam', gender: 1, weight: 4_200, age: 900, isTagged: true },
  transmitter: {
    id: 5,
    serialNumber: 'TX-0001',
    modelNumber: 'NTF-6-2',
    protocolId: 18,
    frequency: 150.05,
    frequencyVariance: 1.5,
    codeNumber: 42,
    emitInterval: 5_000,
    emitIntervalVariance: 10,
    purpose: 0,
    isTagged: false,
    measuredInterval: null,
  },
  tag: {
    id: 5,
    AnimalId: 7,
    TransmitterId: 9,
    releaseTime: '2026-05-01 12:00:00',
    releaseLatitude: 44.9,
    releaseLongitude: -113.6,
    retrieveTime: null,
    retrieveLatitude: null,
    retrieveLongitude: null,
    lastContacted: null,
    ReceiverId: null,
  },
};

type Loaded = `${Registries[RegistryEntity]['many']}.loaded`;

/** One of every fact of the models of registries (JRN-11). */
export const samples = Object.fromEntries(
  registryEntities.map((entity) => {
    const type = `${registries[entity].many}.loaded` as const;
    return [type, { type, asOf: { epoch: 'one', revision: 1 }, rows: [sampleRows[entity]] }];
  }),
) as unknown as { readonly [Type in Loaded]: FactOf<Type> };
