import type { TimeText } from '../time/time-text.ts';
import { maxAttempts } from './line-timing.ts';
import type { TimeLimit } from './live-settings.ts';

/** Why the live line was given up: the host does not answer, or it refuses this page's address. */
export type LineTrouble = 'unreachable' | 'originRefused';

/**
 * Returns what replaces the live stream when the line was given up (SOCK-23), with advice if the reader can
 * do something. `origin` is the page's own address.
 */
export function lineTroubleText(trouble: LineTrouble | null, origin: string): { title: string; advice: string | null } {
  if (trouble !== 'originRefused') return { title: 'Could not connect to MITAS Host, please contact an admin', advice: null };
  return {
    title: `The host refused this page’s address (${origin})`,
    advice:
      'This page gets no live data. Ask the operator to set PUBLIC_URL to that address, or to use a certificate that names it.',
  };
}

/** The short form of `lineTroubleText`, shown at the gauge (SOCK-23). */
export const gaugeFailedText = 'Unable to connect to MITAS host.';

/**
 * Returns the text shown while an open line receives nothing: the host has stopped, or the connection is
 * broken and nothing has noticed yet.
 */
export function silentText(seconds: number): string {
  return `${silentWord} for ${seconds} s`;
}

/** The text of `silentText` without the seconds, for screen readers: announced once, not every second. */
export const silentWord = 'No word from the host';

/** Shown beside what could not be loaded while the host is unreachable (ERR-15). */
export const awayText = 'Host unreachable. Press Retry when it is back.';

/**
 * Returns the text shown after the first failed attempt to connect, until the page is connected or gives up.
 */
export function tryingText(attempt: number): string {
  return `The host does not answer on its live connection. Retrying, ${attempt} of ${maxAttempts}`;
}

const spans: Record<TimeLimit, string> = { 30_000: '30 seconds', 60_000: 'minute', 300_000: '5 minutes' };

/** Returns the text shown while the stored contacts of the shown time load for the first time (LIVE-34). */
export function loadingText(span: TimeLimit): string {
  return `Loading the last ${spans[span]}`;
}

/**
 * Returns the text shown while contacts are missing for good, because there were more than the host sends
 * again. `since` is in ms since 1970.
 */
export function incompleteText(since: number, times: TimeText): string {
  return `Some contacts after ${times.clock(since)} ${times.zone(since)} are missing: too many for the host to resend`;
}
