import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Bus } from '../../platform/bus/bus.ts';
import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import { doing, type JobKind, type JobTry, type JobWork } from '../../platform/jobs/job-kind.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { noteInsistently } from '../../platform/jobs/note-insistently.ts';
import { Mistake } from '../../platform/mistake.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import {
  addWebhookMessage,
  beginWebhookTry,
  noteWebhookFailed,
  noteWebhookSent,
  settleWebhookMessages,
  sweepLeftWebhooks,
  sweepWebhookMessages,
  webhookOf,
} from '../../platform/store/fleet/webhooks.ts';
import { type UnsentAlarms, watchAlarms } from '../mail/index.ts';
import { sendWebhook, type WebhookReach } from './send-webhook.ts';
import { alarmBodies } from './webhook-body.ts';

/** One message that waits to be sent, and the system that it is about. */
const webhookJob: JobKind<{ message: string; mitasId: string }> = {
  name: 'webhook',
  title: 'Sending a webhook',
  isRoutine: true,
  input: v.object({ message: v.string(), mitasId: v.string() }),
  system: ({ mitasId }) => mitasId,
  // Of a system one at a time: one whose server stalls holds up no other's.
  key: ({ mitasId }) => mitasId,
  sameKey: 'waits',
  deadlineSeconds: 60,
  retries: 5,
  firstPauseSeconds: 10,
  longestPauseSeconds: 300,
  mostWaiting: 10_000,
  atOnce: 1,
  hands: 4,
};

const keptDays = 30;
/** A removal can be taken back so long. */
const leftKeptDays = 7;
const batch = 5_000;

/** Comes every hour, on one host of the database. */
export const webhookSweep: JobKind<null> = {
  ...hourlySweep(55),
  name: 'webhook-sweep',
  title: 'Clearing away old messages of webhooks, and webhooks that were removed',
};

/** The webhooks of a host. */
export type Webhooks = {
  /** What its jobs are. */
  works: readonly JobWork[];
  /** Begins to post alarms. */
  watch: (bus: Bus, now?: () => number) => { close(): Promise<void> };
  /** After the jobs: ends the noting of what was sent. */
  close: () => void;
};

type Settings = WebhookReach & { log: Logger };

/** Opens the webhooks of a host, whose jobs start with its works. */
export function openWebhooks(
  database: Pick<Database, 'db' | 'pool'>,
  jobs: () => Promise<Pick<Jobs, 'enqueue'>>,
  { log, ...reach }: Settings,
): Webhooks {
  const stop = new AbortController();
  return {
    works: [
      doing(webhookSweep, (_, { signal }) => sweep(database, signal)),
      doing(webhookJob, ({ message }, attempt) => tryWebhook(database, message, attempt, { reach, log, stopped: stop.signal })),
    ],
    watch: (bus, now) =>
      watchAlarms({
        database,
        bus,
        log,
        ...(now === undefined ? {} : { now }),
        marks: 'webhook_turns',
        failure: 'alarms could not be sent to webhooks and will be',
        isTaken: async (within, systemId) => (await webhookOf(within, systemId)) !== undefined,
        post: async (within, unsent) => postAlarms(within, unsent, await jobs()),
      }),
    close: () => stop.abort(),
  };
}

async function postAlarms(within: Db, unsent: UnsentAlarms, jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  const { systemId } = unsent;
  const bodies = alarmBodies(unsent, randomUUID);
  for (const { event, body } of bodies) await addWebhookMessage(within, { id: event, system_id: systemId, body });
  await jobs.enqueue(
    webhookJob,
    bodies.map(({ event }) => ({ message: event, mitasId: systemId })),
    within,
  );
}

type Sending = { reach: WebhookReach; log: Logger; stopped: AbortSignal };

/**
 * A try holds its job before it sends, so that a host that was asleep sends nothing that another one has;
 * that a message was taken is noted whosever the job is by then (ALM-18).
 */
async function tryWebhook(database: Pick<Database, 'db'>, id: string, attempt: JobTry, sending: Sending) {
  const { reach, log, stopped } = sending;
  const delivery = await inTransaction(database, async (within) => {
    await attempt.hold(within);
    return beginWebhookTry(within, id);
  });
  if (delivery === undefined) return;
  const outcome = await sendWebhook({ ...delivery, event: id }, reach, attempt.signal);
  if (outcome.ok) {
    const refused = (error: unknown) =>
      log.warn({ event: id, reason: errorText(error) }, 'a message that a webhook took could not be noted');
    return noteInsistently(() => noteWebhookSent(database, delivery), { refused, stopped });
  }
  // Whoever has the job now says what becomes of it.
  attempt.signal.throwIfAborted();
  const { why } = outcome.reason;
  await inTransaction(database, async (within) => {
    await attempt.hold(within);
    await noteWebhookFailed(within, delivery, attempt.number > webhookJob.retries, why);
  });
  throw new Mistake(`The webhook did not take message ${id}: ${why}`);
}

async function sweep(database: Db, signal: AbortSignal): Promise<void> {
  await settleWebhookMessages(database, webhookJob.name);
  await sweepLeftWebhooks(database, leftKeptDays);
  do signal.throwIfAborted();
  while ((await sweepWebhookMessages(database, keptDays, batch)) === batch);
}
