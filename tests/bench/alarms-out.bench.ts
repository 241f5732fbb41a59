import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { watchAlarmMails } from '../../host/domain/mail/alarm-mails.ts';
import { openMailing } from '../../host/domain/mail/mailing.ts';
import { openWebhooks } from '../../host/domain/webhooks/webhooks.ts';
import { createLocalBus } from '../../host/platform/bus/bus.ts';
import { type Jobs, startJobs } from '../../host/platform/jobs/jobs.ts';
import { openDatabase } from '../../host/platform/store/database.ts';
import { addAlarms } from '../../host/platform/store/fleet/alarms.ts';
import { startMailServer } from '../support/mail-server.ts';
import { testPageUrl } from '../support/mail-stage.ts';
import { planted } from '../support/planted.ts';
import { startWebhookServer } from '../support/webhook-server.ts';
import type { BenchRow } from './bench-row.ts';

const rounds = 20;

/** How long an alarm that was raised takes to a webhook and to a mail server on loopback. */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'alarms-out-bench-'));
  const log = pino({ level: 'warn' }, pino.destination(2));
  const database = await openDatabase({ dataDir, log });
  const [hooks, mails] = [await startWebhookServer(), await startMailServer()];
  const up = Promise.withResolvers<Jobs>();
  const pageUrl = () => testPageUrl;
  const mailing = openMailing(database, () => up.promise, { smtpUrl: mails.url, mailFrom: undefined, pageUrl, log });
  const webhooks = openWebhooks(database, () => up.promise, { mayReachInner: () => true, log });
  const jobs = await startJobs({ database, log, works: [...mailing.works, ...webhooks.works] });
  up.resolve(jobs);
  const bus = createLocalBus();
  const watches = [watchAlarmMails({ database, bus, post: mailing.post, pageUrl, log }), webhooks.watch(bus)];
  const waits = { webhook: [] as number[], mail: [] as number[] };
  try {
    // A system for each round: five alarms of one in ten minutes are all that are sent one by one.
    for (let round = 0; round < rounds; round += 1) await raiseOne(`system-${round}`);
    return [rowOf('webhook', 5, waits.webhook), rowOf('mail server', 10, waits.mail)];
  } finally {
    for (const watch of watches) await watch.close();
    await jobs.close();
    webhooks.close();
    mailing.close();
    hooks.close();
    await mails.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }

  async function raiseOne(systemId: string): Promise<void> {
    const db = planted(database);
    await db.insertInto('systems').values({ id: systemId, common_name: systemId }).execute();
    const receiver = { system_id: systemId, alias: 'Crest' };
    const { id: rxId } = await db.insertInto('receivers').values(receiver).returning('id').executeTakeFirstOrThrow();
    const person = { username: systemId, email: `${systemId}@example.org`, password_hash: null };
    const { id: user_id } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
    await db.insertInto('memberships').values({ user_id, system_id: systemId, role_id: 4 }).execute();
    const webhook = { system_id: systemId, url: hooks.url, secret: 'a secret of the bench' };
    const { id } = await db.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow();
    await db.updateTable('systems').set({ webhook_id: id }).where('id', '=', systemId).execute();
    const began = performance.now();
    await addAlarms(database, systemId, [{ rxId, code: 3100 }]);
    let [isSent, isMailed] = [false, false];
    while (!isSent || !isMailed) {
      await delay(5);
      if (!isSent && hooks.received.some(({ body }) => body.includes(`"${systemId}"`))) {
        isSent = true;
        waits.webhook.push(performance.now() - began);
      }
      if (!isMailed && mails.taken.some(({ to }) => to === person.email)) {
        isMailed = true;
        waits.mail.push(performance.now() - began);
      }
      if (performance.now() - began > 60_000) throw new Error('An alarm did not leave the host within a minute');
    }
  }
}

function rowOf(where: string, seconds: number, waits: readonly number[]): BenchRow {
  const longest = Math.max(...waits) / 1_000;
  const middle = (waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0) / 1_000;
  return {
    what: `an alarm that was raised, at a ${where} on loopback: longest of ${waits.length}`,
    target: `≤ ${seconds} s`,
    better: 'less',
    measured: `${longest.toFixed(2)} s`,
    met: longest <= seconds,
    details: `half of them within ${middle.toFixed(2)} s; the host looks each second where nothing tells it of the alarm`,
  };
}
