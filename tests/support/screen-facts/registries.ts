import type { FactOf } from '#model/journal/facts.ts';
import {
  type Registries,
  registries,
  registryEntities,
  type RegistryEntity,
  type RegistryRow,
} from '#model/registry/registries.ts';
import type { Held } from '#model/registry/registry.ts';

type Sample<Entity extends RegistryEntity> = {
  /** A row as lists show it. */
  row: RegistryRow<Entity>;
  /** What the first person changes. `other` is what a second person changes: another field. */
  edited: Partial<RegistryRow<Entity>>;
  other: Partial<RegistryRow<Entity>>;
  /** How a second row differs from the first. */
  another: Partial<RegistryRow<Entity>>;
};

/** What tests need of each registry. A new plain one has no other tests. */
export const registrySamples: { readonly [Entity in RegistryEntity]: Sample<Entity> } = {
  animal: {
    row: { id: 5, species: 'Chinook salmon', alias: 'Sam', gender: 1, weight: 4_200, age: 900, isTagged: true },
    edited: { weight: 4_300 },
    other: { species: 'Steelhead' },
    another: { alias: 'Sue' },
  },
  transmitter: {
    row: {
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
    edited: { frequency: 151.125 },
    other: { modelNumber: 'A new model' },
    another: { serialNumber: 'TX-0002' },
  },
  tag: {
    row: {
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
    edited: { releaseLatitude: 45 },
    other: { retrieveTime: '2026-05-02 12:00:00' },
    another: { AnimalId: 8, TransmitterId: 10 },
  },
};

/** What tests need of a registry. @throws Error that says where to add it. */
export function sampleOf<Entity extends RegistryEntity>(entity: Entity): Sample<Entity> {
  const sample = (registrySamples as Partial<typeof registrySamples>)[entity];
  if (sample === undefined)
    throw new Error(`The registry of '${entity}' has no sample: add it to tests/support/screen-facts/registries.ts`);
  return sample;
}

/** Returns the sample row's fields that people write. */
export function writtenFields(entity: RegistryEntity): Readonly<Record<string, Held>> {
  const row = sampleOf(entity).row as unknown as Readonly<Record<string, Held>>;
  return Object.fromEntries(Object.keys(registries[entity].fields).map((name) => [name, row[name] ?? null]));
}

type Loaded = `${Registries[RegistryEntity]['many']}.loaded`;

/** A sample of every fact of the registries' models (JRN-11). */
export const samples = Object.fromEntries(
  registryEntities.map((entity) => {
    const type = `${registries[entity].many}.loaded` as const;
    return [type, { type, asOf: { epoch: 'one', revision: 1 }, rows: [sampleOf(entity).row] }];
  }),
) as unknown as { readonly [Type in Loaded]: FactOf<Type> };
