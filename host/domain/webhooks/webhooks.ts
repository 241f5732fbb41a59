import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { refused } from '#model/result.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import { doing, type JobKind, type JobTry, type JobWork, LastingFailure } from '../../platform/jobs/job-kind.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { noteInsistently } from '../../platform/jobs/note-insistently.ts';
import { Mistake } from '../../platform/mistake.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import {
  addWebhookMessage,
  beginWebhookTry,
  endOldWebhookMessage,
  noteWebhookFailed,
  noteWebhookSent,
  settleWebhookMessages,
  sweepLeftWebhooks,
  sweepWebhookMessages,
  type WebhookDelivery,
  webhookOf,
} from '../../platform/store/fleet/webhooks.ts';
import { type UnsentAlarms, watchAlarms } from '../mail/index.ts';
import { sendWebhook, type WebhookFailure, type WebhookReach } from './send-webhook.ts';
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
  // A message is given up by its age (ALM-18), long before it has none left.
  retries: 1_000,
  firstPauseSeconds: 10,
  longestPauseSeconds: 300,
  mostWaiting: 50_000,
  atOnce: 1,
  hands: 4,
};

/** A host asks one that stalled so much later: each message of a day would cost a hand its time. */
const restMs = 30_000;

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
  const sending = { reach, log, stopped: stop.signal, stalled: new Map<number, Stall>() };
  return {
    works: [
      doing(webhookSweep, (_, { signal }) => sweep(database, signal)),
      doing(webhookJob, ({ message }, attempt) => tryWebhook(database, message, attempt, sending)),
    ],
    watch: (bus, now) =>
      watchAlarms({
        database,
        bus,
        log,
        ...(now === undefined ? {} : { now }),
        marks: 'webhook_turns',
        failure: 'alarms could not be sent to webhooks; retrying',
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

/** When a webhook stalled last, and how that was said. */
type Stall = { at: number; failure: WebhookFailure };

/** `stalled`: by the number of the webhook; one that is set otherwise has another. */
type Sending = { reach: WebhookReach; log: Logger; stopped: AbortSignal; stalled: Map<number, Stall> };

/**
 * A try holds its job before it sends, so that a host that was asleep sends nothing that another one has;
 * that a message was taken is noted whosever the job is by then (ALM-18).
 */
async function tryWebhook(database: Pick<Database, 'db'>, id: string, attempt: JobTry, sending: Sending) {
  const { log, stopped } = sending;
  const { end, delivery } = await inTransaction(database, async (within) => {
    await attempt.hold(within);
    const end = await endOldWebhookMessage(within, id);
    return { end, delivery: end === undefined ? await beginWebhookTry(within, id) : undefined };
  });
  if (end !== undefined) throw new LastingFailure(`Message ${id} could not be sent to the webhook within 24 hours: ${end}`);
  if (delivery === undefined) return;
  const outcome = await delivered(delivery, attempt, sending);
  if (outcome.ok) {
    const notNoted = (error: unknown) =>
      log.warn({ event: id, reason: errorText(error) }, 'a delivered webhook message could not be marked as delivered');
    return noteInsistently(() => noteWebhookSent(database, delivery), { refused: notNoted, stopped });
  }
  // Whoever has the job now says what becomes of it.
  attempt.signal.throwIfAborted();
  const { why } = outcome.reason;
  await inTransaction(database, async (within) => {
    await attempt.hold(within);
    await noteWebhookFailed(within, delivery, attempt.number > webhookJob.retries, why);
  });
  throw new Mistake(`The webhook rejected message ${id}: ${why}`);
}

/** Sends it, unless the webhook has just stalled. */
async function delivered(delivery: WebhookDelivery, { signal }: JobTry, { reach, stalled }: Sending) {
  const { webhookId, id } = delivery;
  const stall = stalled.get(webhookId);
  if (stall !== undefined && performance.now() - stall.at < restMs) return refused(stall.failure);
  const outcome = await sendWebhook({ ...delivery, event: id }, reach, signal);
  // Those that are over go too: a webhook that was removed is never asked again.
  for (const [other, { at }] of stalled) if (performance.now() - at >= restMs) stalled.delete(other);
  if (!outcome.ok && outcome.reason.isStalled) stalled.set(webhookId, { at: performance.now(), failure: outcome.reason });
  else stalled.delete(webhookId);
  return outcome;
}

async function sweep(database: Db, signal: AbortSignal): Promise<void> {
  await settleWebhookMessages(database, webhookJob.name);
  await sweepLeftWebhooks(database, leftKeptDays);
  do signal.throwIfAborted();
  while ((await sweepWebhookMessages(database, keptDays, batch)) === batch);
}
