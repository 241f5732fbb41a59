import { sql, type Kysely } from 'kysely';

/**
 * Makes the unique indexes of names partial. PostgreSQL treats every column of a plain unique index as a key
 * to which others may refer. A rename therefore blocked transactions that only check whether the site exists,
 * and could deadlock over the counter with a receiver's change (CHG-6). A partial index never counts as such
 * a key.
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
