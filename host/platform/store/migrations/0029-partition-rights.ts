import { sql, type Kysely } from 'kysely';

/**
 * Lets the host create and drop partitions through functions that run with the rights of the tables' owner
 * (STO-13), because only an owner can attach or drop a partition. The functions do not depend on the caller's
 * search path, and only roles with a grant may call them.
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
