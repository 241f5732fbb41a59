import { createHmac } from 'node:crypto';
import { accepted, refused, type Result } from '#model/result.ts';
import { askOutward, InnerAddress, type MayReachInner, type ResolveName } from '../../platform/outward/ask-outward.ts';

/** A message and its destination. */
export type WebhookPost = { url: string; secret: string; event: string; body: string };

/** Which addresses a webhook may have (HOST-15). */
export type WebhookReach = { mayReachInner: MayReachInner; resolve?: ResolveName; timeoutMs?: number };

/**
 * Why a message was not accepted, in words without the address, and the status if there was an answer.
 * `isStalled` if it used up its time limit.
 */
export type WebhookFailure = { status: number | null; why: string; isStalled: boolean };

const timeoutMs = 5_000;
/** The answer's content is ignored. */
const readBytes = 4_096;

/**
 * Returns the signature of a body at a time (s). It proves that this host sent these words at that time
 * (ALM-18).
 */
export function webhookSignature(secret: string, at: number, body: string): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Sends a message once and waits at most 5 s. Returns the status with which it was accepted. */
export async function sendWebhook(
  { url, secret, event, body }: WebhookPost,
  reach: WebhookReach,
  ended?: AbortSignal,
): Promise<Result<number, WebhookFailure>> {
  const seconds = (reach.timeoutMs ?? timeoutMs) / 1_000;
  const timeout = AbortSignal.timeout(seconds * 1_000);
  const signal = ended === undefined ? timeout : AbortSignal.any([timeout, ended]);
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
    const why = timeout.aborted ? `It did not answer within ${seconds} s.` : reasonOf(error);
    return refused({ status: null, why, isStalled: timeout.aborted });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof InnerAddress) return 'Its address is in a private network, where this host does not send.';
  const { code } = error as { code?: unknown };
  if (code === 'ENOTFOUND') return 'Its name is not known.';
  if (code === 'ECONNREFUSED') return 'It refuses connections.';
  return `It could not be reached${typeof code === 'string' ? ` (${code})` : ''}.`;
}
