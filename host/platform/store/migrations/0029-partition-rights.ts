import { sql, type Kysely } from 'kysely';

/**
 * Partitions are made and dropped by whoever may call these functions, with the rights of whoever owns the
 * tables (STO-13): only an owner can attach or drop one. Whatever the caller has in their search path, they
 * find the tables of the product; nobody may call them unless it is said.
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
