import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLine } from '../../../../host/platform/bus/database-line.ts';
import { doing, type JobKind, type JobTry, type JobWork } from '../../../../host/platform/jobs/job-kind.ts';
import { openJobLibrary } from '../../../../host/platform/jobs/job-library.ts';
import { type Jobs, startJobs } from '../../../../host/platform/jobs/jobs.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { type Database, inTransaction } from '../../../../host/platform/store/database.ts';
import { errorText } from '../../../../host/platform/store/error-text.ts';
import { endAllOthers, endBackend, othersOn } from '../../../support/database-attacks.ts';
import { type Engine, engines, withTestDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 60_000, interval: 20 };

const plain: JobKind<string> = {
  name: 'plain',
  title: 'Work of a test',
  input: v.pipe(v.string(), v.maxLength(10)),
  deadlineSeconds: 60,
  retries: 1,
  longestPauseSeconds: 1,
  mostWaiting: 5,
  atOnce: 5,
};
const keyed: JobKind<string> = { ...plain, key: (input) => input.slice(0, 1) };

/** Errors that were not handled: in the product each would have ended the host. */
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
beforeAll(() => void process.on('uncaughtException', note).on('unhandledRejection', note));
afterAll(() => void process.off('uncaughtException', note).off('unhandledRejection', note));

/** Makes a database with hosts on it, and records what they log. */
function stage(engine: Engine = 'embedded') {
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const runners: Jobs[] = [];
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
  });
  afterAll(async () => {
    await Promise.all(runners.map((runner) => runner.close()));
    await database.close();
    expect(uncaught.map(errorText)).toEqual([]);
  });
  const start = (works: JobWork[], timeoutMs = 300) => startJobs({ database, log, works, timeoutMs, lookSeconds: 0.5 });
  return {
    database: () => database,
    log,
    lines,
    start,
    runner: async (...works: JobWork[]): Promise<Jobs> => {
      const jobs = await start(works);
      runners.push(jobs);
      return jobs;
    },
    states: async (name: string) => {
      const { rows } = await database.pool.query<{ state: string }>(
        'select state::text from jobs.job where name = $1 order by created_on',
        [name],
      );
      return rows.map(({ state }) => state);
    },
  };
}

describe.each(engines)('jobs on the %s engine', { timeout: 120_000 }, (engine) => {
  const { database, lines, log, start, runner, states } = stage(engine);

  test('are done with what they were told, and nothing else is taken for it (JOB-1)', async () => {
    const done: string[] = [];
    const jobs = await runner(doing(plain, async (input) => void done.push(input)));
    await expect(jobs.enqueue(plain, ['far too long for it'])).rejects.toThrow('Invalid length');
    expect(await jobs.enqueue(plain, ['one', 'two'])).toHaveLength(2);
    await expect.poll(() => states('plain'), patience).toEqual(['completed', 'completed']);
    expect(done.toSorted()).toEqual(['one', 'two']);
  });

  test('are there when the transaction that asked for them is committed, and only then (JOB-1)', async () => {
    const done: string[] = [];
    const kind: JobKind<string> = { ...plain, name: 'committed' };
    const jobs = await runner(doing(kind, async (input) => void done.push(input)));
    const refused = inTransaction(database(), async (transaction) => {
      await jobs.enqueue(kind, ['never'], transaction);
      throw new Error('changed its mind');
    });
    await expect(refused).rejects.toThrow('changed its mind');
    await inTransaction(database(), (transaction) => jobs.enqueue(kind, ['kept'], transaction));
    await expect.poll(() => states('committed'), patience).toEqual(['completed']);
    expect(done).toEqual(['kept']);
  });

  test('of one key wait for each other, on all hosts, and for those of no other key (JOB-4)', async () => {
    const kind: JobKind<string> = { ...keyed, name: 'waits', sameKey: 'waits' };
    const now = new Set<string>();
    const together: string[] = [];
    const otherKey = Promise.withResolvers<void>();
    const work = doing(kind, async (input) => {
      now.add(input);
      together.push([...now].toSorted().join('+'));
      if (input === 'b1') otherKey.resolve();
      await otherKey.promise;
      now.delete(input);
    });
    const jobs = await runner(work);
    await runner(work);
    await jobs.enqueue(kind, ['a1', 'a2', 'a3', 'b1']);
    await expect.poll(() => states('waits'), patience).toEqual(Array.from({ length: 4 }, () => 'completed'));
    expect(together.filter((names) => /a.\+a/.test(names))).toEqual([]);
  });

  test('of one key join the one that waits or is under way, where that does for both (JOB-4)', async () => {
    const kind: JobKind<string> = { ...keyed, name: 'joins', sameKey: 'joins' };
    const held = Promise.withResolvers<void>();
    const begun: string[] = [];
    const work = doing(kind, async (input) => {
      begun.push(input);
      await held.promise;
    });
    const jobs = await runner(work);
    expect(await jobs.enqueue(kind, ['a1'])).toHaveLength(1);
    await expect.poll(() => begun, patience).toEqual(['a1']);
    expect(await jobs.enqueue(kind, ['a2'])).toEqual([]);
    expect(await jobs.enqueue(kind, ['b1', 'b2'])).toHaveLength(1);
    held.resolve();
    await expect.poll(() => states('joins'), patience).toEqual(['completed', 'completed']);
    expect(await jobs.enqueue(kind, ['a3'])).toHaveLength(1);
    await expect.poll(() => begun, patience).toEqual(['a1', 'b1', 'a3']);
  });

  test('are refused where too many wait, and none of them is kept (JOB-4)', async () => {
    const kind: JobKind<string> = { ...plain, name: 'many' };
    const jobs = await runner(doing({ ...kind, name: 'others' }, () => Promise.resolve()));
    // A host that runs the kind once, so that its jobs can be requested.
    await (await start([doing(kind, () => Promise.resolve())])).close();
    await jobs.enqueue(kind, ['1', '2', '3']);
    await expect(jobs.enqueue(kind, ['4', '5', '6'])).rejects.toMatchObject({ status: 503 });
    expect(await jobs.enqueue(kind, ['4', '5'])).toHaveLength(2);
    await expect(jobs.enqueue(kind, ['6'])).rejects.toMatchObject({ status: 503 });
    expect(await states('many')).toHaveLength(5);
  });

  test('take a role that may read and write their tables, and owns nothing (JOB-1)', async () => {
    const role = `jobs_${crypto.randomUUID().replaceAll('-', '')}`;
    await database().pool.query(`create role ${role}; grant usage on schema jobs to ${role};
      grant select, insert, update, delete on all tables in schema jobs to ${role}`);
    const pool = new Pool({ connectionString: database().url, options: `-c role=${role}` });
    const schedule = { cron: '0 0 1 1 *', timezone: 'UTC', input: 'yearly' };
    const kind: JobKind<string> = { ...keyed, name: 'ordinary', sameKey: 'waits', schedule };
    const works = [doing(kind, () => Promise.resolve())];
    const jobs = await startJobs({ database: { pool, db: new Kysely({ dialect: new PostgresDialect({ pool }) }) }, log, works });
    await jobs.enqueue(kind, ['a1', 'b1']);
    await expect.poll(() => states('ordinary'), patience).toEqual(['completed', 'completed']);
    await jobs.close();
    await pool.end();
    expect(lines.filter((line) => line.includes('permission denied'))).toEqual([]);
    await database().pool.query(`drop owned by ${role}; drop role ${role}`);
  });
});

describe.concurrent('jobs', { timeout: 120_000 }, () => {
  const { database, log, lines, start, runner, states } = stage();

  test('that fail are tried again, and then said in the log and kept (JOB-5)', async ({ expect }) => {
    const kind: JobKind<string> = { ...plain, name: 'fails' };
    const tries: string[] = [];
    const jobs = await runner(
      doing(kind, (input, { number }) => {
        tries.push(`${input} ${number}`);
        return Promise.reject(new Error(`no luck with ${input}`));
      }),
    );
    await jobs.enqueue(kind, ['it']);
    await expect.poll(() => lines.join(''), patience).toMatch(/"job":"fails".*no luck with it.*a job has failed/);
    expect(tries).toEqual(['it 1', 'it 2']);
    expect(await states('fails')).toEqual(['failed']);
  });

  test('whose input another version wrote otherwise are not tried twice, nor is it told in the log (JOB-5)', async ({
    expect,
  }) => {
    const kind: JobKind<string> = { ...plain, name: 'changed' };
    const jobs = await runner(doing({ ...kind, input: v.literal('new') as never }, () => Promise.resolve()));
    await jobs.enqueue(kind, ['old']);
    await expect.poll(() => lines.join(''), patience).toMatch(/"job":"changed".*a job has failed/);
    expect(lines.filter((line) => line.includes('changed') && line.includes('in this try'))).toHaveLength(1);
    // The input may contain a private address or link.
    expect(lines.filter((line) => line.includes('changed')).join('')).not.toContain('received');
  });

  test('can be cancelled at the very moment at which a try fails and another one is written down (JOB-6)', async () => {
    const kind = { ...plain, name: 'rewritten', title: 'Work that is written again' };
    const jobs = await runner(doing(kind, (_, { signal }) => delay(2 ** 30, undefined, { signal })));
    const [id] = await jobs.enqueue(kind, ['one']);
    await expect.poll(() => states('rewritten'), patience).toEqual(['active']);
    const client = await database().pool.connect();
    try {
      await client.query('begin');
      // As the library does: it deletes the row and inserts a new one with the same id.
      await client.query(
        `with gone as (delete from jobs.job where id = $1 returning *) insert into jobs.job select * from gone`,
        [id],
      );
      const cancelled = jobs.cancel(kind, id ?? '');
      const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await database().pool.query(text)).rowCount, patience).toBe(1);
      await client.query('commit');
      await cancelled;
    } finally {
      client.release();
    }
    expect(await states('rewritten')).toEqual(['cancelled']);
  });

  test('are told when they take too long, and when they are cancelled (JOB-6)', async ({ expect }) => {
    const kind: JobKind<string> = { ...plain, name: 'slow', retries: 0 };
    const tries = new Map<string, JobTry>();
    const hang = (input: string, attempt: JobTry) => {
      tries.set(input, attempt);
      return delay(2 ** 30, undefined, { signal: attempt.signal });
    };
    const short: JobKind<string> = { ...kind, name: 'short', deadlineSeconds: 1 };
    const jobs = await runner(doing(kind, hang), doing(short, hang));
    const [waiting] = await jobs.enqueue(kind, ['cancelled']);
    await jobs.enqueue(short, ['late']);
    await expect.poll(() => tries.size, patience).toBe(2);
    await jobs.cancel(kind, waiting ?? '');
    await expect.poll(() => [...tries.values()].map(({ signal }) => signal.aborted), patience).toEqual([true, true]);
    await expect.poll(() => states('short'), patience).toEqual(['failed']);
    expect(await states('slow')).toEqual(['cancelled']);
    const cancelled = inTransaction(database(), (transaction) => tries.get('cancelled')!.hold(transaction));
    await expect(cancelled).rejects.toThrow('went on elsewhere');
  });

  test('are waited for at the end, and what does not end is given to another host (JOB-6)', async ({ expect }) => {
    const kind: JobKind<string> = { ...plain, name: 'hands-over', atOnce: 1 };
    const [begun, quick] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = await start([doing(kind, () => (begun.resolve(), quick.promise))], 60_000);
    await first.enqueue(kind, ['short']);
    await begun.promise;
    const closing = first.close();
    quick.resolve();
    await closing;
    expect(await states(kind.name)).toEqual(['completed']);

    const hanging = Promise.withResolvers<void>();
    let told = false;
    const hang = async (_: string, { signal }: JobTry) => {
      hanging.resolve();
      await delay(2 ** 30, undefined, { signal }).catch(() => (told = true));
    };
    const second = await start([doing(kind, hang)], 10);
    await second.enqueue(kind, ['long']);
    await hanging.promise;
    await second.close();
    expect(told).toBe(true);
    expect(await states(kind.name)).toEqual(['completed', 'retry']);
    const taken: number[] = [];
    await runner(doing(kind, async (_, { number }) => void taken.push(number)));
    await expect.poll(() => states(kind.name), patience).toEqual(['completed', 'completed']);
    expect(taken.at(-1)).toBeGreaterThan(1);
  });

  test('that are over are kept for a week (JOB-5)', async ({ expect }) => {
    const jobs = await runner(doing(plain, () => Promise.resolve()));
    await jobs.enqueue(plain, ['old', 'young']);
    await expect.poll(() => states('plain'), patience).toEqual(['completed', 'completed']);
    await database().pool.query(`update jobs.job set completed_on = now() - case data->>'input'
      when 'old' then interval '7 days 1 minute' else interval '6 days 23 hours' end where name = 'plain'`);
    await database().pool.query('update jobs.queue set maintain_on = null');
    await expect.poll(() => states('plain'), patience).toEqual(['completed']);
  });

  test('share connections with all else: one on which a transaction broke is given up', async ({ expect }) => {
    const line = openLine(database().pool.options, log);
    const library = await openJobLibrary(database().pool, line, log);
    await expect(library.getDb().executeSql('begin; select 1 / 0; commit')).rejects.toThrow('division by zero');
    const asked = Array.from({ length: 16 }, async () => (await database().pool.query('select 1 as one')).rows);
    expect(await Promise.all(asked)).toEqual(asked.map(() => [{ one: 1 }]));
    await library.stop({ graceful: false });
    await line.close();
  });
});

describe('a database that goes away and comes back', { timeout: 120_000 }, () => {
  const { database, lines, runner } = stage();

  test('ends what is asked of it, and jobs go on by themselves; it is no error of theirs (JOB-8)', async () => {
    const done: string[] = [];
    const jobs = await runner(doing(plain, async (input) => void done.push(input)));
    const enqueued = async (input: string) =>
      jobs.enqueue(plain, [input]).then(
        () => true,
        () => false,
      );
    for (const round of ['one', 'two']) {
      // Blocks the runners while they fetch jobs.
      const blocker = await database().pool.connect();
      await blocker.query('begin; lock table jobs.job in access exclusive mode');
      const held = async () => (await othersOn(database().url)).filter(({ waitsFor }) => waitsFor === 'Lock');
      // The library's other waiting queries report no error when they are ended.
      const isFetching = async () => (await held()).some(({ query }) => query.includes(`j.name = '${plain.name}'`));
      await expect.poll(isFetching, patience).toBe(true);
      // Ending the blocker first would let them continue.
      for (const backend of await held()) await endBackend(database().url, backend);
      await endAllOthers(database().url);
      blocker.release(true);
      await expect.poll(() => enqueued(round), patience).toBe(true);
      await expect.poll(() => done, patience).toContain(round);
    }
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect(lines.join('')).toContain('jobs wait');
  });
});

describe('schedules', { timeout: 120_000 }, () => {
  const { database, start, runner } = stage();

  test('are asked for by the clock of a zone, once for all hosts (JOB-7)', async () => {
    const schedule = { cron: '* * * * *', timezone: 'America/Vancouver', input: 'tick' };
    const kind: JobKind<string> = { ...plain, name: 'ticks', schedule };
    const ticks: string[] = [];
    const work = doing(kind, async (input) => void ticks.push(input));
    await (await start([work])).close();
    // As if no host had checked the schedule yet: hosts check every half minute, and at the start.
    await database().pool.query('update jobs.version set cron_on = null');
    await runner(work);
    await runner(work);
    await expect.poll(() => ticks.length, patience).toBeGreaterThan(0);
    const { rows } = await database().pool.query('select name, cron, timezone from jobs.schedule');
    expect(rows).toEqual([{ name: 'ticks', cron: '* * * * *', timezone: 'America/Vancouver' }]);
    const minutes = await database().pool.query<{ minute: Date }>(
      `select distinct singleton_on as minute from jobs.job where name = '__pgboss__send-it'`,
    );
    expect(ticks.length).toBeLessThanOrEqual(minutes.rows.length);
  });
});
