import { sql, type Kysely } from 'kysely';

/**
 * What the following of detections has left beside what comes live (DET-16, DET-18): hours to `follow` that
 * got contacts while others were put in their place, and hours to `sum` up once the hours after them of the
 * same receiver are followed. What lies aside is dropped in the order of its keys.
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
