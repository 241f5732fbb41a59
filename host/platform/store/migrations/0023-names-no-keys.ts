import { sql, type Kysely } from 'kysely';

/**
 * A rename is no change of a key. PostgreSQL takes every column of a plain unique index for one that others
 * may refer to, so a rename locked out whoever only checks that the site is there, and a receiver's change,
 * which holds the counter by then, and the rename, which waits for the counter, waited for each other
 * (CHG-6). A partial index is never referred to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table sites drop constraint sites_system_id_alias_key;
    create unique index sites_system_id_alias_key on sites (system_id, alias) where alias is not null;
    alter table receivers drop constraint receivers_system_id_alias_key;
    create unique index receivers_system_id_alias_key on receivers (system_id, alias) where alias is not null;
  `)
    .execute(db);
}
