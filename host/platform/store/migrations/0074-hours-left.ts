import { sql, type Kysely } from 'kysely';

/**
 * Hours that are processed separately from live contacts (DET-16, DET-18): those to `follow`, because they
 * got contacts while their results were exchanged, and those to `sum` up after the receiver's later hours
 * were followed. Also an index, so that staged results are deleted in the order of their keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table hours_left (
      system_id text not null references systems (id) on update cascade on delete cascade,
      what text not null check (what in ('follow', 'sum')),
      rx_id integer not null,
      hour timestamptz not null,
      primary key (system_id, what, rx_id, hour)
    );

    drop index aside_detections_job;
    create index aside_detections_hour on aside_detections (job_id, side, rx_id, hour);
  `)
    .execute(db);
}
