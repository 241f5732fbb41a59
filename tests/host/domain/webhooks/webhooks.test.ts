import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWebhooks, type Webhooks } from '../../../../host/domain/webhooks/webhooks.ts';
import { createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { type Jobs, startJobs } from '../../../../host/platform/jobs/jobs.ts';
import { createLog } from '../../../../host/platform/log.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { addAlarms } from '../../../../host/platform/store/fleet/alarms.ts';
import {
  settleWebhookMessages,
  sweepLeftWebhooks,
  sweepWebhookMessages,
  webhookOf,
} from '../../../../host/platform/store/fleet/webhooks.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { planted } from '../../../support/planted.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { startWebhookServer, type WebhookServer } from '../../../support/webhook-server.ts';

const patience = { timeout: 30_000, interval: 20 };

describe.each(triedEngines)('alarms are sent to a webhook on the %s engine (ALM-17)', (engine) => {
  const emptied = emptiedDatabase(engine);
  let database: Database;
  let server: WebhookServer;
  let now: number;
  let rx: number[];
  let lines: string[];
  const hosts: { webhooks: Webhooks; jobs: Jobs; watch: { close(): Promise<void> } }[] = [];

  beforeEach(async () => {
    lines = [];
    database = await emptied();
    server = await startWebhookServer();
    now = Date.now();
    const db = planted(database);
    const systems = [{ id: 'field', common_name: 'Salmon <River>', timezone: 'America/Boise' }];
    await db.insertInto('systems').values(systems).execute();
    const receivers = ['Crest', '<!channel>'].map((alias) => ({ system_id: 'field', alias }));
    rx = (await db.insertInto('receivers').values(receivers).returning('id').execute()).map(({ id }) => id);
  });
  afterEach(async () => {
    for (const { webhooks, jobs, watch } of hosts.splice(0)) {
      await watch.close();
      await jobs.close();
      webhooks.close();
    }
    server.close();
  });

  /** Starts another host's webhooks. */
  const start = async (timeoutMs = 5_000) => {
    const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
    const up = Promise.withResolvers<Jobs>();
    const webhooks = openWebhooks(database, () => up.promise, { mayReachInner: () => true, timeoutMs, log });
    const jobs = await startJobs({ database, log, works: webhooks.works, lookSeconds: 0.5 });
    up.resolve(jobs);
    hosts.push({ webhooks, jobs, watch: webhooks.watch(createLocalBus(), () => now) });
  };
  const set = async (url = server.url) => {
    const db = planted(database);
    const webhook = { system_id: 'field', url, secret: 'hidden-secret-of-it' };
    const { id } = await db.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow();
    await db.updateTable('systems').set({ webhook_id: id }).where('id', '=', 'field').execute();
  };
  const raise = (...codes: readonly number[]) =>
    addAlarms(
      database,
      'field',
      codes.map((code) => ({ rxId: rx[0] ?? 0, code, at: now })),
    );
  const lookedAt = async () => (await database.pool.query('select last_id from webhook_turns')).rows as unknown;
  const texts = () => server.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  const standing = () => webhookOf(database, 'field');
  /** Makes retries due now. */
  const again = () => database.pool.query("update jobs.job set start_after = now() where name = 'webhook' and state = 'retry'");

  test('once by two hosts, in words and in fields, with nothing in it that names others', async () => {
    await set();
    await start();
    await start();
    const at = Date.UTC(2026, 6, 1, 18);
    now = at;
    await addAlarms(database, 'field', [
      { rxId: rx[1] ?? 0, code: 4101, at, missed: { since: at - 300_000, minutes: 5 } },
      { rxId: rx[0] ?? 0, code: 3100, at },
    ]);
    await expect.poll(() => server.received.length, patience).toBe(2);
    await expect.poll(async () => (await standing())?.last_sent_at, patience).toBeInstanceOf(Date);
    const gone = server.received
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
      .find(({ text }) => /offline/.test(String(text)));
    expect(gone).toEqual({
      text: "Salmon &lt;River&gt;: '&lt;!channel&gt;' has gone offline.",
      event: expect.any(String) as string,
      kind: 'alarm',
      system: { mitasId: 'field', commonName: 'Salmon <River>' },
      count: 1,
      alarms: [
        {
          id: 1,
          code: 4101,
          alias: '<!channel>',
          site: '',
          time: '2026-07-01T18:00:00.000Z',
          offlineSince: '2026-07-01T17:55:00.000Z',
          snoozed: false,
          text: "'<!channel>' has gone offline.",
        },
      ],
    });
    await expect.poll(lookedAt, patience).toEqual([{ last_id: 2 }]);
    expect(new Set(server.received.map(({ event }) => event)).size).toBe(2);
    expect(lines.join('')).not.toMatch(/hidden/);
  });

  test('none of a receiver that is snoozed, nor of what was raised before there was one', async () => {
    await start();
    // Enough to use up the alarms that are sent singly.
    await raise(3100, 4102, 2101, 3101, 2102);
    await expect.poll(lookedAt, patience).toEqual([{ last_id: 5 }]);
    await raise(4103);
    await expect.poll(lookedAt, patience).toEqual([{ last_id: 6 }]);
    await set();
    const until = { system_id: 'field', rx_id: rx[0] ?? 0, snooze_until: new Date(Date.now() + 3_600_000) };
    await planted(database).insertInto('rx_snooze').values(until).execute();
    await raise(4102);
    await expect.poll(lookedAt, patience).toEqual([{ last_id: 7 }]);
    await addAlarms(database, 'field', [{ rxId: rx[1] ?? 0, code: 2101, at: now }]);
    await expect.poll(texts, patience).toEqual(["Salmon &lt;River&gt;: '&lt;!channel&gt;' memory card is OK."]);
  });

  test('as a digest where they are more than five in ten minutes', async () => {
    await set();
    await raise(3100, 4102, 2101, 3101, 2102, 4103);
    await start();
    await expect.poll(texts, patience).toEqual([expect.stringMatching(/6 alarms\n• .*'Crest' memory is almost full/) as string]);
  });

  test('again where it is not taken, as the same event, and its settings say since when it fails', async () => {
    await set();
    server.behave(500);
    await start();
    await raise(3100);
    await expect
      .poll(standing, patience)
      .toMatchObject({ failing_since: expect.any(Date) as Date, last_failure: 'It answered 500.' });
    server.behave(204);
    await expect
      .poll(async () => {
        await again();
        return standing();
      }, patience)
      .toMatchObject({ failing_since: null, last_failure: null, last_sent_at: expect.any(Date) as Date });
    expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
    expect(server.received).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/hidden/);
  });

  test('for as long as a server is away within 24 hours, and then no more (ALM-18)', async () => {
    await set();
    server.behave(500);
    await start();
    await raise(3100);
    const tried = async () => {
      await again();
      const { rows } = await database.pool.query<{ attempts: number }>('select attempts from webhook_messages');
      return rows[0]?.attempts;
    };
    await expect.poll(tried, patience).toBeGreaterThan(6);
    expect((await standing())?.failing_since).toBeInstanceOf(Date);
    // A pause may be half of its maximum: even then, the tries must last a day.
    const pauses = await database.pool.query<{ lasts: boolean }>(
      `select retry_limit * retry_delay_max / 2 * interval '1 s' >= interval '24 h' as lasts from jobs.job where name = 'webhook'`,
    );
    expect(pauses.rows).toEqual([{ lasts: true }]);
    const message = planted(database).updateTable('webhook_messages');
    await message.set({ created_at: new Date(Date.now() - 24 * 3_600_000) }).execute();
    const before = server.received.length;
    const state = async () => {
      await again();
      return (await database.pool.query('select state, last_failure from webhook_messages')).rows as unknown;
    };
    await expect.poll(state, patience).toEqual([{ state: 'failed', last_failure: 'It answered 500.' }]);
    // Only a message already being sent when its time ended may still arrive.
    expect(server.received.length - before).toBeLessThanOrEqual(1);
    await message.set({ created_at: new Date() }).execute();
    const had = server.received.length;
    // One more try, at once, on a person's request (JOB-12).
    server.behave(204);
    const failed = async () => {
      const { rows } = await database.pool.query<{ id: string }>(
        "select id from jobs.job where name = 'webhook' and state = 'failed'",
      );
      return rows.map(({ id }) => id);
    };
    // The message is marked failed a moment before its job.
    await expect.poll(failed, patience).toHaveLength(1);
    const [id = ''] = await failed();
    await hosts[0]?.jobs.retry({ name: 'webhook' }, id);
    await expect.poll(() => server.received.length, patience).toBe(had + 1);
    await expect.poll(async () => (await standing())?.failing_since, patience).toBeNull();
  });

  test('of a webhook that stalls one at a time is asked, so that others wait for none of it (ALM-18)', async () => {
    await set();
    server.behave('stall');
    await raise(3100, 4102, 2101);
    await start(500);
    const failures = async () =>
      (await database.db.selectFrom('webhook_messages').select('last_failure').execute()).map(({ last_failure }) => last_failure);
    await expect.poll(failures, patience).toEqual(Array(3).fill('It did not answer within 0.5 s.'));
    expect(server.received).toHaveLength(1);
  });

  test('what waits past its time, or without a job that will send it, is given up and says why (ALM-18)', async () => {
    const message = (body: string, hours: number, state: 'waiting' | 'sent') => ({
      id: randomUUID(),
      system_id: 'field',
      body,
      state,
      created_at: new Date(Date.now() - hours * 3_600_000),
    });
    const late = message('late', 25, 'waiting');
    const messages = [late, message('jobless', 23, 'waiting'), message('sent', 25, 'sent')];
    await set();
    server.behave(500);
    await start();
    await raise(3100, 4102);
    const kept = database.db.selectFrom('webhook_messages').select(['id', 'body', 'state', 'last_failure']);
    await expect
      .poll(async () => (await kept.execute()).map(({ last_failure }) => last_failure), patience)
      .toEqual(['It answered 500.', 'It answered 500.']);
    const [young, cancelled] = await kept.execute();
    await planted(database).insertInto('webhook_messages').values(messages).execute();
    const jobOf = async (id = '') => {
      const text = "select id from jobs.job where name = 'webhook' and data#>>'{input,message}' = $1";
      return (await database.pool.query<{ id: string }>(text, [id])).rows[0]?.id ?? '';
    };
    await hosts[0]?.jobs.cancel({ name: 'webhook' }, await jobOf(cancelled?.id));
    await settleWebhookMessages(database, 'webhook');
    const standing = Object.fromEntries(
      (await kept.execute()).map(({ id, body, ...rest }) => [id === young?.id ? 'young' : body, rest]),
    );
    expect(standing).toEqual({
      young: { state: 'waiting', last_failure: 'It answered 500.' },
      [cancelled?.body ?? '']: { state: 'failed', last_failure: 'It was cancelled.' },
      late: { state: 'failed', last_failure: 'Nobody noted what it answered.' },
      jobless: { state: 'failed', last_failure: 'Nobody noted what it answered.' },
      sent: { state: 'sent', last_failure: null },
    });
  });

  test('none is added while 50,000 wait, and none is lost by that (ALM-18)', async () => {
    await set();
    await start();
    await database.pool.query(`insert into jobs.job (name, data, singleton_key, start_after)
      select 'webhook', '{"input":{"message":"of another","mitasId":"elsewhere"}}', number, now() + interval '1 day'
      from generate_series(1, 50000) as number`);
    await raise(3100);
    await expect.poll(() => lines.join(''), patience).toContain('Too much of this waits to be done already');
    expect(await database.db.selectFrom('webhook_messages').select('id').execute()).toEqual([]);
    expect(await lookedAt()).toEqual([{ last_id: 0 }]);
    await database.pool.query("delete from jobs.job where singleton_key = '1'");
    await expect.poll(texts, patience).toEqual([expect.stringContaining('memory is almost full')]);
    expect(await lookedAt()).toEqual([{ last_id: 1 }]);
  });

  test('its secret goes a week after no system names it, and not while one does (ALM-22)', async () => {
    const db = planted(database);
    await set();
    await set('https://other.example.org/');
    const weekAgo = () =>
      db
        .updateTable('webhooks')
        .set({ left_at: new Date(0) })
        .where('left_at', 'is not', null)
        .execute();
    const kept = async () => (await db.selectFrom('webhooks').select('url').orderBy('id').execute()).map(({ url }) => url);
    await sweepLeftWebhooks(database, 7);
    expect(await kept()).toEqual([server.url, 'https://other.example.org/']);
    // The abandoned webhook is used again, as after an undo.
    await weekAgo();
    await db.updateTable('systems').set({ webhook_id: 1 }).where('id', '=', 'field').execute();
    await sweepLeftWebhooks(database, 7);
    expect(await kept()).toEqual([server.url, 'https://other.example.org/']);
    await weekAgo();
    await sweepLeftWebhooks(database, 7);
    expect(await kept()).toEqual([server.url]);
  });

  test('none where it was removed; old messages go', async () => {
    await set('https://127.0.0.1:1/');
    await start();
    await raise(3100);
    await expect.poll(async () => (await standing())?.last_failure, patience).toBe('It refuses connections.');
    await planted(database).updateTable('systems').set({ webhook_id: null }).where('id', '=', 'field').execute();
    await database.pool.query("update jobs.job set start_after = now() where name = 'webhook'");
    const jobs = async () => (await database.pool.query("select state from jobs.job where name = 'webhook'")).rows as unknown;
    await expect.poll(jobs, patience).toEqual([{ state: 'completed' }]);
    await planted(database)
      .updateTable('webhook_messages')
      .set({ created_at: new Date(0) })
      .execute();
    expect(await sweepWebhookMessages(database, 30, 10)).toBe(1);
  });
});
