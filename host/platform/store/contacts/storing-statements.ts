/** The columns of a stored contact, in the order of the statements' parameters. */
export const contactColumns = 'ts, rx_id, freq_hz, code, power, ant, type, n';
const columnTypes = ['timestamptz', 'integer', 'integer', 'integer', 'real', 'smallint', 'smallint', 'smallint'];
const countTypes = 'integer, timestamptz, smallint, integer, integer, smallint, integer, float8, float8, real'.split(', ');
const countColumns = 'rx_id, hour, ant, freq_hz, code, type, count, sum_power, sum_power_sq, max_power';

/**
 * Builds the select list that turns arrays into rows: one array per column, passed as parameters from number
 * `first` on. `from unnest(…)` would take twice the time, because it materialises each array first.
 */
function rowsOf(columns: string, types: readonly string[], first: number): string {
  return columns
    .split(', ')
    .map((column, at) => `unnest($${first + at}::${types[at]}[]) as ${column}`)
    .join(', ');
}

const listeners = (rxIds: string) =>
  `listeners as materialized (select id from receivers where id = any(${rxIds}::integer[]) order by id for key share)`;

/**
 * The time before which each of the systems ($1) deleted its contacts (RET-5), as known when the statement
 * starts.
 */
const floors = `floors as materialized (
      select array(select before from unnest($1::text[]) with ordinality as asked(system_id, place)
        left join data_floors on data_floors.system_id = asked.system_id and sort = 'contacts' order by place) as befores
    )`;

const addUp = `
  count = kept.count + excluded.count, sum_power = kept.sum_power + excluded.sum_power,
  sum_power_sq = kept.sum_power_sq + excluded.sum_power_sq, max_power = greatest(kept.max_power, excluded.max_power)`;

/**
 * Adds `by_code` to both rollups and notes the touched hours (STO-14). PostgreSQL executes CTEs that no other
 * part reads last to first, and the notes come first here, so they run last: a writer that waits for a note
 * holds no lock that the other writer still needs.
 */
const addingUp = `by_hour as (
      select system_id, rx_id, ant, hour, sum(count) as count, sum(sum_power) as sum_power,
        sum(sum_power_sq) as sum_power_sq, max(max_power) as max_power
      from by_code group by system_id, rx_id, ant, hour
    ),
    touches as (
      insert into touched_hours as kept (system_id, rx_id, hour, touched)
      select distinct system_id, rx_id, hour, pg_current_xact_id() from by_hour order by rx_id, hour
      on conflict (system_id, rx_id, hour) do update set touched = excluded.touched where kept.touched < excluded.touched
    ),
    codes as (
      insert into contacts_hourly_codes as kept (system_id, rx_id, hour, ant, freq_hz, code, type, count, sum_power, sum_power_sq, max_power)
      select * from by_code order by rx_id, hour, ant, freq_hz, code, type
      on conflict (system_id, rx_id, hour, ant, freq_hz, code, type) do update set ${addUp}
    ),
    hours as (
      insert into contacts_hourly as kept (system_id, rx_id, ant, hour, count, sum_power, sum_power_sq, max_power)
      select * from by_hour order by rx_id, ant, hour
      on conflict (system_id, rx_id, ant, hour) do update set ${addUp}
    )`;

/**
 * Stores those of the given rows that are not stored yet and adds exactly these to both rollups, in one
 * statement. Rows are inserted in the order of their keys, so that all writers lock in the same order; of
 * equal ones the first is kept. The receivers are locked until the transaction ends: a receiver that is being
 * deleted is either heard first, and then kept, or already gone (RX-35). 'is true' keeps the planner from
 * joining; see `acceptedRows`.
 */
function storing(result: string): string {
  return `
    with ${listeners('$11')},
    ${floors},
    input as (
      select given.*, ($1::text[])[given.owner] as system_id
      from (select ${rowsOf(`${contactColumns}, owner`, [...columnTypes, 'smallint'], 2)},
        generate_series(1, cardinality($2::timestamptz[])) as row) as given
      where (rx_id in (select id from listeners)) is true
        and ts >= coalesce((select befores from floors)[given.owner], '-infinity')
    ),
    inserted as (
      insert into contacts (system_id, ${contactColumns})
      select system_id, ${contactColumns} from input order by ts, rx_id, ant, freq_hz, code, power, n, row
      on conflict do nothing
      returning system_id, ${contactColumns}
    ),
    by_code as (
      select system_id, rx_id, date_bin('1 hour', ts, 'epoch') as hour, ant, freq_hz, code, type, count(*) as count,
        sum(power::float8) as sum_power, sum(power::float8 * power) as sum_power_sq, max(power) as max_power
      from inserted group by 1, 2, 3, 4, 5, 6, 7
    ),
    ${addingUp}
    ${result}`;
}

const present = '(select array_agg(id) from listeners) as present, (select befores from floors) as floors';

/**
 * Selects which rows were stored, or null if all were. It sorts instead of joining: the planner cannot know
 * the length of the arrays, and a nested loop over ten thousand duplicates would take seconds.
 */
const acceptedRows = `
  select (select count(*) from inserted)::integer as accepted, ${present},
    case when (select count(*) from inserted) < cardinality($2::timestamptz[]) then (
      select array_agg(first_row order by first_row) from (
        select min(row) as first_row from (
          select ${contactColumns}, row::integer as row, 0 as stored from input
          union all select ${contactColumns}, null, 1 from inserted
        ) as both_sides group by rx_id, ts, ant, freq_hz, code, power, n having max(stored) = 1
      ) as firsts
    ) end as rows`;

/**
 * Returns which rows were stored. $1: the systems; $2 to $9: the columns; $10: for each row the 1-based
 * position of its system in $1; $11: the receivers.
 */
export const insertStatement = storing(acceptedRows);
/** Like `insertStatement`, but returns only how many rows were stored. */
export const countedInsertStatement = storing(`select (select count(*) from inserted)::integer as accepted, ${present}`);

/**
 * Stores rows of one system, all of them new, in the given order, with counts that the host computed. It
 * costs half as much as `insertStatement`. $1: the system; $2 to $9: the columns; $10: the receivers; $11 to
 * $20: the counts. Fails if a row is already stored. Stores nothing and returns false if a receiver is gone
 * or the system no longer keeps a row. PostgreSQL executes CTEs that no other part reads last to first, so
 * this locks the contacts before the rollups, as every writer does.
 */
export const insertNewStatement = `
  with ${listeners('$10')},
  complete as materialized (
    select count(*) = cardinality($10::integer[]) and not exists (select from data_floors where system_id = $1
      and sort = 'contacts' and before > (select min(ts) from unnest($2::timestamptz[]) as ts)) as is_true from listeners
  ),
  by_code as materialized (
    select $1::text as system_id, ${rowsOf(countColumns, countTypes, 11)} where (select is_true from complete)
  ),
  ${addingUp},
  inserted as (
    insert into contacts (system_id, ${contactColumns})
    select $1, ${rowsOf(contactColumns, columnTypes, 2)} where (select is_true from complete)
  )
  select is_true as stored from complete`;

/**
 * The first of four statements that store many new contacts of one system in a transaction. They cost the
 * database a tenth less than `insertNewStatement`, because COPY fills whole pages at once. The lock comes
 * first: whoever sets a floor waits for it, or is waited for and then seen. The rest follow in this order, so
 * that contacts are locked before the rollups, as by every writer.
 */
export const lockStatement = 'lock table only contacts in row exclusive mode';
/** Locks the receivers ($2). False if one is gone, or if the system ($1) no longer keeps what is of $3. */
export const completeStatement = `
  with ${listeners('$2')}
  select count(*) = cardinality($2::integer[]) and not exists (select from data_floors where system_id = $1
    and sort = 'contacts' and before > $3) as is_true from listeners`;
export const copyStatement = `copy contacts (${contactColumns}, system_id) from stdin (format binary)`;
/** Adds counts that the host computed. $1: the system; $2 to $11: the counts. */
export const countNewStatement = `
  with by_code as materialized (select $1::text as system_id, ${rowsOf(countColumns, countTypes, 2)}),
  ${addingUp}
  select`;

const identity = 'rx_id, ts, ant, freq_hz, code, power, n';

/**
 * Returns which rows are not stored yet; of equal ones, the first. `near`: how many stored contacts it
 * compared, up to $15; if it reaches $15, the result is useless. $1 to $8: the columns; $9: the system; $10
 * to $12: the receivers, each with the time of its first and last row; $13, $14: the first and last time of
 * all. Comparing all at once costs half as much as looking up each row. Never prepare this statement: only if
 * it is planned each time does it lock no partitions but those between $13 and $14.
 */
export const missingStatement = `
  with near as materialized (
    select near.* from (select ${rowsOf('heard_id, first, last', ['integer', 'timestamptz', 'timestamptz'], 10)}) as heard,
      lateral (
        select ${identity} from contacts
        where rx_id = heard_id and ts between first and last and ts between $13 and $14 limit $15
      ) as near
    limit $15
  )
  select count(*)::integer as count, case when count(*) < cardinality($1::timestamptz[]) then array_agg(row) end as rows,
    (select count(*) from near)::integer as near,
    exists (select from data_floors where system_id = $9 and sort = 'contacts' and before > $13) as is_deleted
  from (
    select min(row) as row from (
      select ${identity}, row, false as is_stored
        from (select ${rowsOf(contactColumns, columnTypes, 1)}, generate_series(1, cardinality($1::timestamptz[])) as row) as given
      union all select ${identity}, null, true from near
    ) as both_sides group by ${identity} having not bool_or(is_stored)
  ) as missing`;
