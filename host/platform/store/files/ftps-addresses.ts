import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The most addresses that are remembered; with more, the oldest are forgotten. */
export const mostAddresses = 10_000;

/** The hash of an address from which someone logged in over FTPS in the past 30 days. */
type SeenAddress = { hash: Buffer; at: Date };

/** Returns the addresses of successful logins in the past 30 days, oldest first. */
export async function seenAddresses({ db }: Db): Promise<SeenAddress[]> {
  const rows = await db
    .selectFrom('ftps_addresses')
    .select(['address_hash as hash', 'seen_at as at'])
    .where('seen_at', '>', sql<Date>`now() - interval '30 days'`)
    .orderBy('seen_at', 'desc')
    .limit(mostAddresses)
    .execute();
  return rows.toReversed();
}

/** Records a login from an address, at most once an hour. */
export async function noteAddress({ db }: Db, hash: Buffer): Promise<void> {
  const noted = await db
    .insertInto('ftps_addresses')
    .values({ address_hash: hash })
    .onConflict((conflict) =>
      conflict
        .column('address_hash')
        .doUpdateSet({ seen_at: sql<Date>`now()` })
        .where('ftps_addresses.seen_at', '<', sql<Date>`now() - interval '1 hour'`),
    )
    .returning('address_hash')
    .executeTakeFirst();
  if (noted === undefined) return;
  const forgotten = db.selectFrom('ftps_addresses').select('address_hash').orderBy('seen_at', 'desc').offset(mostAddresses);
  await db.deleteFrom('ftps_addresses').where('address_hash', 'in', forgotten).execute();
}
