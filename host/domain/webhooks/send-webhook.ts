import { createHmac } from 'node:crypto';
import { accepted, refused, type Result } from '#model/result.ts';
import { askOutward, InnerAddress, type MayReachInner, type ResolveName } from '../../platform/outward/ask-outward.ts';

/** What is sent, and to where. */
export type WebhookPost = { url: string; secret: string; event: string; body: string };

/** Where a webhook may be (HOST-15). */
export type WebhookReach = { mayReachInner: MayReachInner; resolve?: ResolveName; patienceMs?: number };

/**
 * Why it was not taken, in words without its address; the status where there was an answer. `isStalled`: it
 * took all the time that it may.
 */
export type WebhookFailure = { status: number | null; why: string; isStalled: boolean };

const patienceMs = 5_000;
/** Nothing is done with what it answers. */
const readBytes = 4_096;

/**
 * The signature of a body at a time (s): who checks it knows that this host sent these words then (ALM-18).
 */
export function webhookSignature(secret: string, at: number, body: string): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Sends it once, and waits 5 s at most; answers by which status it was taken. */
export async function sendWebhook(
  { url, secret, event, body }: WebhookPost,
  reach: WebhookReach,
  ended?: AbortSignal,
): Promise<Result<number, WebhookFailure>> {
  const seconds = (reach.patienceMs ?? patienceMs) / 1_000;
  const patience = AbortSignal.timeout(seconds * 1_000);
  const signal = ended === undefined ? patience : AbortSignal.any([patience, ended]);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'accept-encoding': 'identity',
    'user-agent': 'telemetry-console',
    'webhook-event-id': event,
    'webhook-signature': webhookSignature(secret, Math.floor(Date.now() / 1_000), body),
  };
  const question = { ...reach, method: 'POST', headers, body, signal, maxBytes: readBytes } as const;
  try {
    const { status } = await askOutward(new URL(url), question);
    if (status >= 200 && status < 300) return accepted(status);
    const leads = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
    return refused({ status, why: `It answered ${status}${leads}.`, isStalled: false });
  } catch (error) {
    const why = patience.aborted ? `It did not answer within ${seconds} s.` : reasonOf(error);
    return refused({ status: null, why, isStalled: patience.aborted });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof InnerAddress) return 'Its address is in a private network, where this host does not send.';
  const { code } = error as { code?: unknown };
  if (code === 'ENOTFOUND') return 'Its name is not known.';
  if (code === 'ECONNREFUSED') return 'It refuses connections.';
  return `It could not be reached${typeof code === 'string' ? ` (${code})` : ''}.`;
}
