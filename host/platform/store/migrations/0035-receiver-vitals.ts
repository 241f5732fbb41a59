import { sql, type Kysely } from 'kysely';

/**
 * What receivers reported of themselves, as it came (VIT-1): the newest of each is in `receiver_reports`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- memory_total_mb: 0 for a receiver without a card. clock_offset_ms: its own clock less the host's as it arrived.
    create table receiver_vitals (
      rx_id integer not null,
      ts timestamptz not null,
      status smallint,
      model smallint,
      voltage real,
      memory_used_mb real,
      memory_total_mb real,
      temperature real,
      firmware_major smallint,
      firmware_minor smallint,
      firmware_patch smallint,
      clock_offset_ms bigint,
      primary key (rx_id, ts)
    );

    -- As for reports, a foreign key would lock the receiver's row for each.
    create function forget_vitals() returns trigger language plpgsql as $$
    begin
      delete from receiver_vitals where rx_id in (select id from gone);
      return null;
    end
    $$;
    create trigger receivers_vitals_forgotten after delete on receivers referencing old table as gone
      for each statement execute function forget_vitals();
  `)
    .execute(db);
}
