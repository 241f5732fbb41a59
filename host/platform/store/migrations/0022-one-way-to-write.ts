import { sql, type Kysely } from 'kysely';

/**
 * A system's things are written by changes (changes/change.ts) and by what founds, removes or restores a
 * system, which mark their transactions; whatever else would write them is refused here, as nobody would hear
 * of it. What receivers report, and what a person sets for themselves in a membership, are columns of which
 * no change tells.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function refuse_unmarked() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('console.writing', true), '') not in ('on', 'change') then
        raise exception '% takes no % here: write through change()', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
      end if;
      return case tg_op when 'DELETE' then old else new end;
    end $$;
  `)
    .execute(db);
  for (const [table, columns] of written) {
    await sql
      .raw(`
      create trigger ${table}_marked before insert or delete or update of ${columns} on ${table}
        for each row execute function refuse_unmarked();
    `)
      .execute(db);
  }
}

/** Which columns of which tables changes tell of. */
const written = [
  ['systems', 'id, number, common_name, timezone, clock_sync_interval, max_receivers, offline, rev'],
  ['memberships', 'user_id, system_id, role_id, rev'],
  [
    'receivers',
    'id, system_id, site_id, alias, model, ip_address, port_number, enabled, color, latitude, longitude, config, created_at, rev',
  ],
  ['sites', 'id, system_id, alias, color, point_style, created_at, rev'],
  [
    'transmitters',
    `id, system_id, serial_number, transmitter_model_id, protocol_id, frequency_hz, frequency_variance_hz, code_number, emit_interval_ms,
      emit_interval_variance_ms, purpose`,
  ],
  ['animals', 'id, system_id, species, alias, gender, weight_g, age_days'],
  [
    'tags',
    `id, system_id, animal_id, transmitter_id, release_time, release_latitude, release_longitude, retrieve_time, retrieve_latitude,
      retrieve_longitude`,
  ],
] as const;
