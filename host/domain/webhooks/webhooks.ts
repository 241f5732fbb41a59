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

/** The job that sends one message. `mitasId` is the system that the message is about. */
const webhookJob: JobKind<{ message: string; mitasId: string }> = {
  name: 'webhook',
  title: 'Sending a webhook',
  isRoutine: true,
  input: v.object({ message: v.string(), mitasId: v.string() }),
  system: ({ mitasId }) => mitasId,
  // One at a time per system, so that a stalled server does not block other systems.
  key: ({ mitasId }) => mitasId,
  sameKey: 'waits',
  deadlineSeconds: 60,
  // A message is given up by age (ALM-18) long before its retries run out.
  retries: 1_000,
  firstPauseSeconds: 10,
  longestPauseSeconds: 300,
  mostWaiting: 50_000,
  atOnce: 1,
  hands: 4,
};

/**
 * How long (ms) a stalled webhook is not tried again: otherwise each of a day's messages would occupy a
 * worker up to the time limit.
 */
const restMs = 30_000;

const keptDays = 30;
/** How many days a removed webhook is kept, so that the removal can be undone. */
const leftKeptDays = 7;
const batch = 5_000;

/** Runs every hour on one of the hosts that share the database. */
export const webhookSweep: JobKind<null> = {
  ...hourlySweep(55),
  name: 'webhook-sweep',
  title: 'Clearing away old messages of webhooks, and webhooks that were removed',
};

/** Sends the webhooks of a host. */
export type Webhooks = {
  /** The handlers of its jobs. */
  works: readonly JobWork[];
  /** Starts to post alarms. */
  watch: (bus: Bus, now?: () => number) => { close(): Promise<void> };
  /** Call it after the jobs have ended. Ends retries to record sent messages. */
  close: () => void;
};

type Settings = WebhookReach & { log: Logger };

/** Opens the webhooks of a host. Messages posted before its jobs start wait for them. */
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

/** When a webhook last stalled, and the failure. */
type Stall = { at: number; failure: WebhookFailure };

/** `stalled` is keyed by the webhook's number, which changes when its settings change. */
type Sending = { reach: WebhookReach; log: Logger; stopped: AbortSignal; stalled: Map<number, Stall> };

/**
 * Tries to send a message. Locks its job first, so that a host that was suspended does not send what another
 * host has sent. An accepted message is recorded even if the job has moved to another host (ALM-18).
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
  // If another host owns the job by now, that host records the outcome.
  attempt.signal.throwIfAborted();
  const { why } = outcome.reason;
  await inTransaction(database, async (within) => {
    await attempt.hold(within);
    await noteWebhookFailed(within, delivery, attempt.number > webhookJob.retries, why);
  });
  throw new Mistake(`The webhook rejected message ${id}: ${why}`);
}

/** Sends a message, unless the webhook has just stalled. */
async function delivered(delivery: WebhookDelivery, { signal }: JobTry, { reach, stalled }: Sending) {
  const { webhookId, id } = delivery;
  const stall = stalled.get(webhookId);
  if (stall !== undefined && performance.now() - stall.at < restMs) return refused(stall.failure);
  const outcome = await sendWebhook({ ...delivery, event: id }, reach, signal);
  // Also removes expired entries of webhooks that no longer exist.
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
