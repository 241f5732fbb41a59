import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** At most this many addresses are remembered: those seen last. */
export const mostAddresses = 10_000;

/** An address from which somebody logged in within 30 days, by its hash. */
type SeenAddress = { hash: Buffer; at: Date };

/** The addresses from which somebody logged in, the one seen longest ago first. */
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

/** Notes a login from an address. One that was noted within the hour is not written again. */
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
