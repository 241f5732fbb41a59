import type { TimeText } from '../time/time-text.ts';
import { maxAttempts } from './line-timing.ts';
import type { TimeLimit } from './live-settings.ts';

/** Why a line was given up: nobody answers, or the host will not have this page. */
export type LineTrouble = 'unreachable' | 'originRefused';

/**
 * What is said in the live stream's place when the line has been given up (SOCK-23), and what can be done
 * where the person at the page can do it. `origin` is the page's own address.
 */
export function lineTroubleText(trouble: LineTrouble | null, origin: string): { title: string; advice: string | null } {
  if (trouble !== 'originRefused') return { title: 'Could not connect to MITAS Host, please contact an admin', advice: null };
  return {
    title: `The host refused this page’s address (${origin})`,
    advice:
      'This page gets no live data. Ask the operator to set PUBLIC_URL to that address, or to use a certificate that names it.',
  };
}

/** The same at the gauge (SOCK-23). */
export const gaugeFailedText = 'Unable to connect to MITAS host.';

/**
 * Said while no frame comes over a line that is open: the host stands still, or the line is cut and nobody
 * has noticed.
 */
export function silentText(seconds: number): string {
  return `${silentWord} for ${seconds} s`;
}

/** The same read out once, not each second. */
export const silentWord = 'No word from the host';

/** Said beside what could not be loaded while the host is not heard (ERR-15). */
export const awayText = 'Host unreachable. Press Retry when it is back.';

/** Said while a first line is not to be had, from the first attempt that failed on. */
export function tryingText(attempt: number): string {
  return `The host does not answer on its live connection. Retrying, ${attempt} of ${maxAttempts}`;
}

const spans: Record<TimeLimit, string> = { 30_000: '30 seconds', 60_000: 'minute', 300_000: '5 minutes' };

/** Said while what is stored of the shown time comes for the first time (LIVE-34). */
export function loadingText(span: TimeLimit): string {
  return `Loading the last ${spans[span]}`;
}

/**
 * Said while contacts are missing for good: more came than the host sends again.
 * `since` in ms since the epoch.
 */
export function incompleteText(since: number, times: TimeText): string {
  return `Some contacts after ${times.clock(since)} ${times.zone(since)} are missing: too many for the host to resend`;
}
