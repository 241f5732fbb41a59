import { sql } from 'kysely';
import type { DataSort } from '#model/entities/retention.ts';
import { markWriting } from '../changes/change.ts';
import type { Db } from '../store/database.ts';
import { contactShelf } from './contact-shelf.ts';
import { type Past, type Shelf, stepRows } from './shelf.ts';

type Query = ReturnType<typeof sql>;

/**
 * Selects old states. Keeps each receiver's last one before `before`, and all since it was last online then,
 * so that the timeline continues (RET-7) and the receiver still counts as heard.
 */
const pastStates = ({ systemId, before }: Past) => sql`
  from receivers, lateral (
    select coalesce(max(at) filter (where status > 0), max(at)) as at
    from receiver_state_events where rx_id = receivers.id and at <= ${before}
  ) as standing, receiver_state_events as event
  where receivers.system_id = ${systemId} and event.rx_id = receivers.id and event.at < standing.at`;

/**
 * Selects old alarms. Keeps the system's newest, whose number marks what people have seen (ALM-8), and the
 * newest of each code and receiver, which the next check needs (ALM-5). Alarms after `before` do not count as
 * newer, so that an announced deletion does not grow.
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
 * Selects old vitals. Keeps each receiver's newest before `before`, which shows that the receiver was heard;
 * later ones do not count for this.
 */
const pastVitals = ({ systemId, before }: Past) => sql`
  from receivers, receiver_vitals as report
  where receivers.system_id = ${systemId} and report.rx_id = receivers.id and report.ts < (
    select max(ts) from receiver_vitals where rx_id = receivers.id and ts < ${before})`;

const receiverVitals = inRows(
  pastVitals,
  // Deletes receiver by receiver along the primary key. In order of time, each step would have to sort all
  // old rows.
  ({ systemId, before }, most) => sql`delete from receiver_vitals where (rx_id, ts) in (
    select report.rx_id, report.ts from receivers, lateral (
      select max(ts) as newest from receiver_vitals where rx_id = receivers.id and ts < ${before}
    ) as standing, lateral (
      select rx_id, ts from receiver_vitals where rx_id = receivers.id and ts < standing.newest order by ts limit ${most}
    ) as report
    where receivers.system_id = ${systemId} limit ${most})`,
);

/**
 * Selects old readings of modems. All may be deleted, because a modem's present values are stored separately
 * (REG-28).
 */
const pastReadings = ({ systemId, before }: Past) => sql`
  from modems, modem_readings as reading
  where modems.system_id = ${systemId} and reading.modem_id = modems.id and reading.ts < ${before}`;

const modemReadings = inRows(
  pastReadings,
  (past, most) => sql`delete from modem_readings where (modem_id, ts) in (
    select reading.modem_id, reading.ts ${pastReadings(past)} limit ${most})`,
);

/** Vitals of receivers and readings of modems. */
const vitals: Shelf = {
  count: async (database, past) => (await receiverVitals.count(database, past)) + (await modemReadings.count(database, past)),
  async *steps(database, past) {
    yield* receiverVitals.steps(database, past);
    yield* modemReadings.steps(database, past);
  },
};

/**
 * Deletes changes and records the last deleted revision, so that a request for them is answered with 'load
 * again' (CHG-7).
 */
const changes: Shelf = {
  count: (database, { systemId, before }) =>
    counted(database, sql`select count(*) as count from changes where system_id = ${systemId} and at < ${before}`),
  async *steps(_database, { systemId, before }) {
    yield async ({ db }) => {
      await markWriting(db);
      // Written first, because this locks the counter, which writers of changes lock first, too.
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

/** The sorts of data that a system may have deleted (RET-1). */
export const shelves: Readonly<Record<DataSort, Shelf>> = { contacts: contactShelf, states, alarms, vitals, changes };

async function counted({ db }: Db, query: Query): Promise<number> {
  const { rows: found } = await query.execute(db);
  return (found as { count: number }[])[0]?.count ?? 0;
}

/**
 * Makes a shelf for rows of one table. `from` selects the old rows; `remove` deletes at most the given number
 * of them.
 */
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
