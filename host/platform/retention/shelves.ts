import { sql } from 'kysely';
import type { DataSort } from '#model/entities/retention.ts';
import { markWriting } from '../changes/change.ts';
import type { Db } from '../store/database.ts';
import { contactShelf } from './contact-shelf.ts';
import { type Past, type Shelf, stepRows } from './shelf.ts';

type Query = ReturnType<typeof sql>;

/**
 * Of each receiver stays the state that it was in last, and what was after it was online last: the timeline
 * goes on from there (RET-7), and a receiver that was heard is known to have been.
 */
const pastStates = ({ systemId, before }: Past) => sql`
  from receivers, lateral (
    select coalesce(max(at) filter (where status > 0), max(at)) as at
    from receiver_state_events where rx_id = receivers.id and at <= ${before}
  ) as standing, receiver_state_events as event
  where receivers.system_id = ${systemId} and event.rx_id = receivers.id and event.at < standing.at`;

/**
 * Of alarms before an instant stays the newest, by whose number people have seen them (ALM-8), and of each
 * receiver the newest of each code, by which the next one is judged (ALM-5). What came later counts for
 * nothing, so that a deletion that was announced does not grow.
 */
const pastAlarms = ({ systemId, before }: Past) => sql`
  from alarms where system_id = ${systemId} and at < ${before}
    and exists (select from alarms as newer where newer.system_id = ${systemId} and newer.id > alarms.id and newer.at < ${before})
    and (rx_id is null or exists (select from alarms as newer where newer.rx_id = alarms.rx_id
      and newer.alarm_code_id = alarms.alarm_code_id and newer.id > alarms.id and newer.at < ${before}))`;

const states = inRows(
  pastStates,
  (past, most) => sql`delete from receiver_state_events where (rx_id, at) in (
    select event.rx_id, event.at ${pastStates(past)} order by event.at limit ${most})`,
);

const alarms = inRows(
  pastAlarms,
  (past, most) =>
    sql`delete from alarms where system_id = ${past.systemId} and id in (select id ${pastAlarms(past)} order by id limit ${most})`,
);

/**
 * Of each receiver stays the newest, by which it is known to have been heard. What came later counts for
 * nothing.
 */
const pastVitals = ({ systemId, before }: Past) => sql`
  from receivers, receiver_vitals as report
  where receivers.system_id = ${systemId} and report.rx_id = receivers.id and report.ts < (
    select max(ts) from receiver_vitals where rx_id = receivers.id and ts < ${before})`;

const receiverVitals = inRows(
  pastVitals,
  // Receiver by receiver along the primary key: by time all that is past would be sorted in each step.
  ({ systemId, before }, most) => sql`delete from receiver_vitals where (rx_id, ts) in (
    select report.rx_id, report.ts from receivers, lateral (
      select max(ts) as newest from receiver_vitals where rx_id = receivers.id and ts < ${before}
    ) as standing, lateral (
      select rx_id, ts from receiver_vitals where rx_id = receivers.id and ts < standing.newest order by ts limit ${most}
    ) as report
    where receivers.system_id = ${systemId} limit ${most})`,
);

/** What is known of a modem is kept beside its readings (REG-28), so that all of them may go. */
const pastReadings = ({ systemId, before }: Past) => sql`
  from modems, modem_readings as reading
  where modems.system_id = ${systemId} and reading.modem_id = modems.id and reading.ts < ${before}`;

const modemReadings = inRows(
  pastReadings,
  (past, most) => sql`delete from modem_readings where (modem_id, ts) in (
    select reading.modem_id, reading.ts ${pastReadings(past)} limit ${most})`,
);

/** Of receivers and of modems. */
const vitals: Shelf = {
  count: async (database, past) => (await receiverVitals.count(database, past)) + (await modemReadings.count(database, past)),
  async *steps(database, past) {
    yield* receiverVitals.steps(database, past);
    yield* modemReadings.steps(database, past);
  },
};

/** Up to where changes are not kept is noted: whoever asks for them is answered to load again (CHG-7). */
const changes: Shelf = {
  count: (database, { systemId, before }) =>
    counted(database, sql`select count(*) as count from changes where system_id = ${systemId} and at < ${before}`),
  async *steps(_database, { systemId, before }) {
    yield async ({ db }) => {
      await markWriting(db);
      // The note is written first: it has the counter's lock, as whoever writes changes has.
      const { rows: noted } = await sql<{ upTo: number; last: number }>`
        with past as (select coalesce(max(revision), 0) as last from changes where system_id = ${systemId} and at < ${before})
        update system_revisions set kept_after = greatest(kept_after, least(past.last, kept_after + ${stepRows})) from past
        where system_id = ${systemId} returning kept_after as "upTo", past.last`.execute(db);
      const [note] = noted;
      if (note === undefined) return { deleted: 0, more: false };
      await db.deleteFrom('change_entities').where('system_id', '=', systemId).where('revision', '<=', note.upTo).execute();
      const gone = await db
        .deleteFrom('changes')
        .where('system_id', '=', systemId)
        .where('revision', '<=', note.upTo)
        .executeTakeFirst();
      return { deleted: Number(gone.numDeletedRows), more: note.upTo < note.last };
    };
  },
};

/** Each sort that a system may have deleted (RET-1). */
export const shelves: Readonly<Record<DataSort, Shelf>> = { contacts: contactShelf, states, alarms, vitals, changes };

async function counted({ db }: Db, query: Query): Promise<number> {
  const { rows: found } = await query.execute(db);
  return (found as { count: number }[])[0]?.count ?? 0;
}

/** What lies in rows of one table: `from` finds those that are past, and `remove` deletes so many of them. */
function inRows(from: (past: Past) => Query, remove: (past: Past, most: number) => Query): Shelf {
  return {
    count: (database, past) => counted(database, sql`select count(*) as count ${from(past)}`),
    async *steps(_database, past) {
      yield async ({ db }, left) => {
        const { numAffectedRows } = await remove(past, Math.min(left, stepRows)).execute(db);
        const deleted = Number(numAffectedRows ?? 0);
        return { deleted, more: deleted === stepRows };
      };
    },
  };
}
