import { hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

/** What the host signs with. `refreshChain` makes each refresh token from the one before it. */
export type SigningKeys = {
  kid: string;
  accessToken: Uint8Array;
  refreshChain: Uint8Array;
};

const firstKeyLock = 7_310_441;

/** The host's signing keys, made on the first start; processes that share a database share them. */
export async function loadSigningKeys({ db }: Pick<Database, 'db'>): Promise<SigningKeys> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${firstKeyLock})`.execute(tx);
    const known = await tx
      .selectFrom('signing_keys')
      .select(['id', 'secret'])
      .where('retired_at', 'is', null)
      .orderBy('created_at')
      .executeTakeFirst();
    const key =
      known ??
      (await tx
        .insertInto('signing_keys')
        .values({ secret: randomBytes(32) })
        .returning(['id', 'secret'])
        .executeTakeFirstOrThrow());
    return { kid: key.id, accessToken: derive(key.secret, 'access token'), refreshChain: derive(key.secret, 'refresh chain') };
  });
}

function derive(secret: Buffer, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `telemetry console ${purpose}`, 32));
}
