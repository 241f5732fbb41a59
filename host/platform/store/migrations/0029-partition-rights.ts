import { sql, type Kysely } from 'kysely';

/**
 * Lets the host create and drop partitions through functions that run with the rights of the tables' owner
 * (STO-13): only an owner can attach or drop one. The functions find the product's tables whatever the
 * caller's search path is, and need an explicit grant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    do $$ declare name text; begin
      foreach name in array array['ensure_contact_partition', 'drop_contact_partition'] loop
        execute format('alter function %I(date) security definer set search_path = %I, pg_temp', name, current_schema());
        execute format('revoke execute on function %I(date) from public', name);
      end loop;
    end $$;
  `)
    .execute(db);
}
