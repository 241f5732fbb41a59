import { heartbeatMs } from '../contract/socket-messages.ts';
import { bucketMs, bucketOf } from './contact-bucket.ts';
import type { ContactWindow } from './contact-window.ts';
import { realtimeDelayMs } from './live-settings.ts';

/** The gauge counts over this long, and is renewed as often (LIVE-11). */
export const gaugeWindowMs = 5_000;
const windowsPerMinute = 12;
/** The whole seconds that a window looks at lie so far back, at the most, when it ends. */
const settledMs = realtimeDelayMs + bucketMs;
/** A host that is there is heard more often than this: its heartbeats come every 2 s. */
const longestPauseMs = 1.5 * heartbeatMs;
/** The gauge's end; from here on it says '1000+' (LIVE-11). */
export const gaugeCap = 1_000;

/**
 * Contacts per minute, from counts per 5 s. A plain value: the read model holds it. Times in ms since the
 * epoch.
 */
export type Gauge = {
  /** When the running 5 s window began. */
  readonly startedAt: number;
  /**
   * Contacts of the last finished window; null before the first one has finished, and where the host was not
   * heard all through it.
   */
  readonly counted: number | null;
  /** True where the host was not heard all through the last finished window. */
  readonly missed: boolean;
  /** When the host was heard last; null before its first word. */
  readonly heardAt: number | null;
  /**
   * False when the host was not heard for a while of the running window: what came in it says nothing.
   */
  readonly isHeard: boolean;
};

export type GaugeReading = {
  perMinute: number | null;
  /** 0 to `gaugeCap`. */
  needle: number;
  text: string;
  /** True where nothing can be said as the host was not heard: what receivers heard then was not received. */
  missed: boolean;
};

export function startGauge(now: number): Gauge {
  return { startedAt: now, counted: null, missed: false, heardAt: null, isHeard: false };
}

/** How many contacts there are of the 5 s that a gauge window stands for which ended at a time. */
export type CountHeard = (end: number) => number;

/**
 * The contacts of the window's seconds by their own times (LIVE-12): those that fill a gap, or that a
 * receiver had kept, belong to the past. `end` is by the host's clock.
 */
export function contactsHeard(contents: Pick<ContactWindow, 'bucket'>, end: number): number {
  const to = bucketOf(end - realtimeDelayMs);
  let heard = 0;
  for (let number = to - gaugeWindowMs / bucketMs; number < to; number++) heard += contents.bucket(number)?.count ?? 0;
  return heard;
}

/**
 * The host was heard at `now`: a heartbeat or any other word. With the first word the first window begins, as
 * soon as the seconds of it are such that were listened to.
 */
export function hearHost(gauge: Gauge, now: number, count: CountHeard): Gauge {
  if (gauge.heardAt === null) return { ...startGauge(now + settledMs), counted: gauge.counted, heardAt: now, isHeard: true };
  const turned = turnGauge(gauge, now, count);
  return { ...turned, heardAt: now, isHeard: turned.isHeard && isHeardAt(gauge, now) };
}

/**
 * What the host has stored of the past minute, in the place of a first window (LIVE-11): nothing else is
 * known until 5 s have been counted. It may come before the first word, and not after a silence. The mean of
 * its windows is in whole contacts, as a window that was counted is.
 */
export function fillGauge(gauge: Gauge, perMinute: number): Gauge {
  const isAwaited = gauge.isHeard || gauge.heardAt === null;
  return gauge.counted === null && isAwaited ? { ...gauge, counted: Math.round(perMinute / windowsPerMinute) } : gauge;
}

/** Finishes the running window when its time is over; the same value when it is not. */
export function turnGauge(gauge: Gauge, now: number, count: CountHeard): Gauge {
  const finished = Math.floor((now - gauge.startedAt) / gaugeWindowMs);
  if (finished < 1) return gauge;
  const end = gauge.startedAt + finished * gaugeWindowMs;
  // Every message from the host turns the gauge: of several windows only the first can have been heard, and
  // the last was not.
  const isHeard = isHeardAt(gauge, end);
  const missed = !(isHeard && gauge.isHeard);
  return { ...gauge, startedAt: end, counted: missed ? null : count(end), missed, isHeard };
}

function isHeardAt({ heardAt }: Gauge, now: number): boolean {
  return heardAt !== null && now - heardAt <= longestPauseMs;
}

/**
 * What the gauge shows since its last turn: an en dash until 5 s have been counted while the host was heard,
 * or it was filled; '1000+' from the cap on (LIVE-11).
 */
export function readGauge({ counted, missed }: Gauge): GaugeReading {
  if (counted === null) return { perMinute: null, needle: 0, text: '–', missed };
  const perMinute = counted * windowsPerMinute;
  const text = perMinute >= gaugeCap ? `${gaugeCap}+` : String(perMinute);
  return { perMinute, needle: Math.min(perMinute, gaugeCap), text, missed };
}
