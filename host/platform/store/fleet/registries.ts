import { type Insertable, sql } from 'kysely';
import { type Beacon, beaconPurpose } from '#model/entities/beacon.ts';
import type { Db } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';
import { isBeacons } from './beacons.ts';

/**
 * Adds transmitters. If the serial number of one exists already, only updates that one's purpose. Returns
 * their ids by serial number.
 */
export async function addTransmitters(
  { db }: Db,
  transmitters: Insertable<DatabaseSchema['transmitters']>[],
): Promise<Map<string, number>> {
  const rows = await db
    .insertInto('transmitters')
    .values(transmitters)
    .onConflict((conflict) =>
      conflict.columns(['system_id', 'serial_number']).doUpdateSet((row) => ({ purpose: row.ref('excluded.purpose') })),
    )
    .returning(['id', 'serial_number'])
    .execute();
  return new Map(rows.map(({ id, serial_number }) => [serial_number, id]));
}

export async function animalNames({ db }: Db, systemId: string): Promise<string[]> {
  const rows = await db.selectFrom('animals').select('alias').where('system_id', '=', systemId).execute();
  return rows.map(({ alias }) => alias);
}

/** Adds an animal and the tag that it carries. */
export async function addTaggedAnimal(
  { db }: Db,
  animal: Insertable<DatabaseSchema['animals']>,
  tag: Omit<Insertable<DatabaseSchema['tags']>, 'system_id' | 'animal_id'>,
): Promise<void> {
  const { id } = await db.insertInto('animals').values(animal).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('tags')
    .values({ ...tag, system_id: animal.system_id, animal_id: id })
    .execute();
}

/**
 * Returns when transmitters with these serial numbers are on animals: for each tag, from ≤ t < to, in ms
 * since 1970.
 */
export async function tagPeriods(
  { db }: Pick<Db, 'db'>,
  systemId: string,
  serials: readonly string[],
): Promise<{ serial: string; animal: string; from: number; to: number }[]> {
  const rows = await db
    .selectFrom('tags')
    .innerJoin('transmitters', 'transmitters.id', 'transmitter_id')
    .innerJoin('animals', 'animals.id', 'animal_id')
    .select(['serial_number', 'alias', 'release_time', 'retrieve_time'])
    .where('tags.system_id', '=', systemId)
    .where('serial_number', 'in', serials)
    .execute();
  return rows.map(({ serial_number: serial, alias: animal, release_time: from, retrieve_time: to }) => ({
    serial,
    animal,
    from: from?.getTime() ?? -Infinity,
    to: to?.getTime() ?? Infinity,
  }));
}

/**
 * Returns how often each antenna heard each beacon in the past hour or 7 days (`back`). Complete hours come
 * from the hourly rollup, the part before them from the contacts, so that an hour is exactly 60 minutes.
 * REG-12 decides which contacts are a beacon's.
 */
export async function beaconHearings({ db }: Db, systemId: string, back: '7 days' | '1 hour'): Promise<Beacon[]> {
  const since = sql`now() - ${back}::interval`;
  const whole = sql`date_trunc('hour', ${since}) + interval '1 hour'`;
  const { rows } = await sql<Beacon>`
    with heard as (
      select rx_id, ant, freq_hz, code, type, count from contacts_hourly_codes where system_id = ${systemId} and hour >= ${whole}
      union all
      select rx_id, ant, freq_hz, code, type, 1 from contacts where system_id = ${systemId} and ts >= ${since} and ts < ${whole}
    )
    select heard.rx_id as "ReceiverId", beacon.id as "TransmitterId", heard.ant as antenna, sum(heard.count)::float8 as hits
    from heard
    join receivers on receivers.id = heard.rx_id and receivers.retired_at is null
    join transmitters beacon on beacon.system_id = ${systemId} and beacon.purpose = ${beaconPurpose}
      and ${isBeacons}
    group by heard.rx_id, beacon.id, heard.ant
    order by beacon.id, heard.rx_id, heard.ant`.execute(db);
  return rows;
}
