import { isDeepStrictEqual } from 'node:util';
import { configFrom, defaultConfig, differences, familyOf, settingsOf } from '#model/config/config.ts';
import type { Settings } from '#model/config/settings.ts';
import { change } from '../../platform/changes/change.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import type { Lease } from '../../platform/leases/leases.ts';
import type { Database, Db } from '../../platform/store/database.ts';
import { writeReports } from '../../platform/store/fleet/receiver-reports.ts';
import { namedReceivers, namedSites } from '../../platform/store/fleet/receivers.ts';
import { addTaggedAnimal, addTransmitters, animalNames } from '../../platform/store/fleet/registries.ts';
import { noteObeys } from '../../platform/store/fleet/simulations.ts';
import { hash32 } from './chance.ts';
import { foundingConfig } from './founding-config.ts';
import { toCoordinates } from './river.ts';
import type { World, WorldReceiver, WorldTransmitter } from './world.ts';
import { whereIs } from './whereabouts.ts';
import { vitalsAt } from './vitals.ts';

const day = 86_400_000;
const purposes = { animal: 0, mast: 1, crew: 0 } as const;

/**
 * Writes a simulated study's sites, receivers and registries into its system. Existing ones with the same
 * names are kept unchanged. Returns the ids of its receivers, in the world's order.
 */
export async function foundStudy(writer: ChangeWriter, world: World): Promise<number[]> {
  const { systemId } = writer;
  const siteIds = await foundSites(writer, world);
  const rxIds = await foundReceivers(writer, world, siteIds);
  await foundReports(writer, systemId, world, rxIds);
  const transmitterIds = await foundTransmitters(writer, systemId, world);
  await foundTags(writer, systemId, world, transmitterIds);
  return rxIds;
}

async function foundSites(writer: ChangeWriter, world: World): Promise<number[]> {
  const there = await namedSites(writer, writer.systemId);
  const ids: number[] = [];
  for (const { alias, color, pointStyle } of world.sites) {
    const known = there.find((site) => site.alias === alias);
    ids.push(known?.id ?? (await writer.create('site', { alias, color, pointStyle })));
  }
  return ids;
}

async function foundReceivers(writer: ChangeWriter, world: World, siteIds: readonly number[]): Promise<number[]> {
  const there = await namedReceivers(writer, writer.systemId);
  const ids: number[] = [];
  for (const planned of world.receivers) {
    const { alias, model, site, key, color, latitude, longitude, ipAddress } = planned;
    const known = there.find((receiver) => receiver.alias === alias);
    const [SiteId, portNumber] = [siteIds[site] ?? null, 20_001 + key];
    const fields = { alias, model, SiteId, ipAddress, portNumber, color, latitude, longitude };
    const columns = { config: foundingSettings(world, planned) };
    ids.push(known?.id ?? (await writer.create('receiver', fields, { columns })));
  }
  return ids;
}

function foundingSettings(world: World, planned: WorldReceiver): Settings {
  const config = foundingConfig(world, planned);
  return 'ares' in config ? settingsOf('ares', config.ares) : settingsOf('orion', config.orion);
}

/**
 * Configures the receivers of a study that was founded before receivers had settings, as its people would
 * have (SIM-11): otherwise they would hear nothing. A receiver that a person has configured stays unchanged.
 */
export async function configurePlanned(
  database: Pick<Database, 'db' | 'pool'>,
  systemId: string,
  { world, rxIds }: { world: World; rxIds: readonly number[] },
  lease: Pick<Lease, 'hold'>,
): Promise<void> {
  await change(database, { systemId, by: null, through: 'simulator' }, async (writer) => {
    await lease.hold(writer);
    const present = (await namedReceivers(writer, systemId)).map(({ id }) => id);
    await writer.lockPresent(
      'receiver',
      present.filter((id) => rxIds.includes(id)),
    );
    for (const planned of world.receivers) {
      const rxId = rxIds[planned.key] as number;
      const stored = writer.fieldsOf('receiver', rxId) as Settings | undefined;
      if (stored === undefined || !isAsItBegan(planned.model, stored)) continue;
      const founding = Object.entries(foundingSettings(world, planned)).filter(([name, value]) => {
        return !isDeepStrictEqual(stored[name], value);
      });
      await writer.edit('receiver.configured', rxId, Object.fromEntries(founding));
    }
    await noteObeys(writer, systemId);
  });
}

/** Returns true for the settings of a receiver that was never configured (CFG-4). */
function isAsItBegan(model: 0 | 1, stored: Settings): boolean {
  const family = familyOf(model);
  const [began, stands] = [defaultConfig(family), configFrom(family as 'orion', stored)];
  return differences(family, began, stands).length === 0;
}

/** Stores the receivers' reports at the start of the study. */
async function foundReports(db: Db, systemId: string, world: World, rxIds: readonly number[]): Promise<void> {
  const ts = world.liveFrom;
  const placed = world.receivers.map((receiver) => ({ receiver, rxId: rxIds[receiver.key] as number }));
  const reports = placed.map(({ receiver, rxId }) => ({
    rxId,
    ts,
    model: receiver.model,
    firmware: receiver.firmware,
    ...vitalsAt(world, receiver, ts),
  }));
  await writeReports(db, systemId, reports);
}

async function foundTransmitters(db: Db, systemId: string, world: World): Promise<number[]> {
  const rows = world.transmitters.map((transmitter) => ({
    system_id: systemId,
    serial_number: transmitter.serialNumber,
    model_number: transmitter.modelNumber,
    protocol_id: transmitter.protocol,
    frequency_hz: Math.round(transmitter.frequency * 1e6),
    frequency_variance_hz: 2_000,
    code_number: transmitter.protocol === 7 ? null : transmitter.code,
    emit_interval_ms: transmitter.emitInterval,
    emit_interval_variance_ms: transmitter.emitIntervalVariance,
    purpose: purposes[transmitter.carrier.kind],
  }));
  const ids = await addTransmitters(db, rows);
  return world.transmitters.map(({ serialNumber }) => ids.get(serialNumber) as number);
}

/**
 * Creates the animals. Each was tagged and released some weeks before the live part, at its place at that
 * time.
 */
async function foundTags(db: Db, systemId: string, world: World, transmitterIds: readonly number[]): Promise<void> {
  const named = new Set(await animalNames(db, systemId));
  for (const transmitter of world.transmitters) {
    const { carrier, key } = transmitter;
    if (carrier.kind !== 'animal' || named.has(carrier.alias)) continue;
    const { alias, species, gender, weight, age } = carrier;
    const animal = { system_id: systemId, alias, species, gender, weight_g: weight, age_days: age };
    const tag = { transmitter_id: transmitterIds[key] as number, ...releaseOf(world, transmitter) };
    await addTaggedAnimal(db, animal, tag);
  }
}

function releaseOf(world: World, transmitter: WorldTransmitter) {
  const ts = world.liveFrom - (16 + (hash32(world.seed, 71, transmitter.key) % 12)) * day;
  const { latitude, longitude } = toCoordinates(world.river.origin, whereIs(world, transmitter, ts));
  return { release_time: new Date(Math.floor(ts / 60_000) * 60_000), release_latitude: latitude, release_longitude: longitude };
}
