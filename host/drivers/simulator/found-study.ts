import type { Kysely } from 'kysely';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { writeReports } from '../../domain/fleet/index.ts';
import { hash32 } from './chance.ts';
import { toCoordinates } from './river.ts';
import type { World, WorldTransmitter } from './world.ts';
import { whereIs } from './whereabouts.ts';
import { statusAt } from './outages.ts';
import { vitalsAt } from './vitals.ts';

const day = 86_400_000;
const purposes = { animal: 0, mast: 1, crew: 0 } as const;

/**
 * Writes a simulated study's sites, receivers and registries into its system.
 * Answers the ids of its receivers, in the world's order. What stands there under the same name is taken over as it is.
 */
export async function foundStudy(writer: ChangeWriter, world: World): Promise<number[]> {
  const { db, systemId } = writer;
  const siteIds = await foundSites(writer, world);
  const rxIds = await foundReceivers(writer, world, siteIds);
  await foundReports(db, systemId, world, rxIds);
  const transmitterIds = await foundTransmitters(db, systemId, world);
  await foundTags(db, systemId, world, transmitterIds);
  return rxIds;
}

async function foundSites(writer: ChangeWriter, world: World): Promise<number[]> {
  const there = await writer.db.selectFrom('sites').select(['id', 'alias']).where('system_id', '=', writer.systemId).execute();
  const ids: number[] = [];
  for (const { alias, color, pointStyle } of world.sites) {
    const known = there.find((site) => site.alias === alias);
    ids.push(known?.id ?? (await writer.create('site', { alias, color, pointStyle })));
  }
  return ids;
}

async function foundReceivers(writer: ChangeWriter, world: World, siteIds: readonly number[]): Promise<number[]> {
  const { db, systemId } = writer;
  const there = await db.selectFrom('receivers').select(['id', 'alias']).where('system_id', '=', systemId).execute();
  const ids: number[] = [];
  for (const { alias, model, site, key, color, latitude, longitude, ipAddress } of world.receivers) {
    const known = there.find((receiver) => receiver.alias === alias);
    const [SiteId, portNumber] = [siteIds[site] ?? null, 20_001 + key];
    const fields = { alias, model, SiteId, ipAddress, portNumber, color, latitude, longitude };
    ids.push(known?.id ?? (await writer.create('receiver', fields)));
  }
  return ids;
}

/** How the receivers stand when the study begins; the state of one that was there before is left for the first step. */
async function foundReports(db: Kysely<Schema>, systemId: string, world: World, rxIds: readonly number[]): Promise<void> {
  const ts = world.liveFrom;
  const standing = world.receivers.map((receiver) => ({ receiver, rxId: rxIds[receiver.key] as number }));
  await db
    .insertInto('receiver_reports')
    .values(
      standing.map(({ receiver, rxId }) => ({
        rx_id: rxId,
        status: statusAt(world, receiver, ts),
        status_time: new Date(ts),
      })),
    )
    .onConflict((conflict) => conflict.column('rx_id').doNothing())
    .execute();
  const reports = standing.map(({ receiver, rxId }) => ({
    rxId,
    ts,
    model: receiver.model,
    firmware: receiver.firmware,
    ...vitalsAt(world, receiver, ts),
  }));
  await writeReports(db, systemId, reports);
}

async function foundTransmitters(db: Kysely<Schema>, systemId: string, world: World): Promise<number[]> {
  const models = [...new Set(world.transmitters.map((transmitter) => transmitter.modelNumber))];
  const madeModels = await db
    .insertInto('transmitter_models')
    .values(models.map((model_number) => ({ model_number })))
    .onConflict((conflict) =>
      conflict.column('model_number').doUpdateSet((row) => ({ model_number: row.ref('excluded.model_number') })),
    )
    .returning(['id', 'model_number'])
    .execute();
  const modelIds = new Map(madeModels.map(({ id, model_number }) => [model_number, id]));
  const rows = world.transmitters.map((transmitter) => ({
    system_id: systemId,
    serial_number: transmitter.serialNumber,
    transmitter_model_id: modelIds.get(transmitter.modelNumber) as number,
    protocol_id: transmitter.protocol,
    frequency_hz: Math.round(transmitter.frequency * 1e6),
    frequency_variance_hz: 2_000,
    code_number: transmitter.protocol === 7 ? null : transmitter.code,
    emit_interval_ms: transmitter.emitInterval,
    emit_interval_variance_ms: transmitter.emitIntervalVariance,
    purpose: purposes[transmitter.carrier.kind],
  }));
  const made = await db
    .insertInto('transmitters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['system_id', 'serial_number']).doUpdateSet((row) => ({ purpose: row.ref('excluded.purpose') })),
    )
    .returning(['id', 'serial_number as alias'])
    .execute();
  return inOrder(
    world.transmitters.map((transmitter) => ({ alias: transmitter.serialNumber })),
    made,
  );
}

/** Every animal was caught, tagged and released where it was then, some weeks before the study's live part. */
async function foundTags(db: Kysely<Schema>, systemId: string, world: World, transmitterIds: readonly number[]): Promise<void> {
  const known = await db.selectFrom('animals').select('alias').where('system_id', '=', systemId).execute();
  const named = new Set(known.map((animal) => animal.alias));
  for (const transmitter of world.transmitters) {
    const { carrier, key } = transmitter;
    if (carrier.kind !== 'animal' || named.has(carrier.alias)) continue;
    const { alias, species, gender, weight, age } = carrier;
    const animal = await db
      .insertInto('animals')
      .values({ system_id: systemId, alias, species, gender, weight_g: weight, age_days: age })
      .returning('id')
      .executeTakeFirstOrThrow();
    const release = releaseOf(world, transmitter);
    await db
      .insertInto('tags')
      .values({ system_id: systemId, animal_id: animal.id, transmitter_id: transmitterIds[key] as number, ...release })
      .execute();
  }
}

function releaseOf(world: World, transmitter: WorldTransmitter) {
  const ts = world.liveFrom - (16 + (hash32(world.seed, 71, transmitter.key) % 12)) * day;
  const { latitude, longitude } = toCoordinates(world.river.origin, whereIs(world, transmitter, ts));
  return { release_time: new Date(Math.floor(ts / 60_000) * 60_000), release_latitude: latitude, release_longitude: longitude };
}

function inOrder(wanted: readonly { alias: string }[], made: readonly { id: number; alias: string }[]): number[] {
  const ids = new Map(made.map(({ id, alias }) => [alias, id]));
  return wanted.map(({ alias }) => ids.get(alias) as number);
}
