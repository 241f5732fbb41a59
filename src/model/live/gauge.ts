import { heartbeatMs } from '../contract/socket-messages.ts';
import { bucketMs, bucketOf } from './contact-bucket.ts';
import type { ContactWindow } from './contact-window.ts';
import { realtimeDelayMs } from './live-settings.ts';

/** The length (ms) of the gauge's counting window, which is also how often its number changes (LIVE-11). */
export const gaugeWindowMs = 5_000;
const windowsPerMinute = 12;
/**
 * How far (ms) the counted seconds may lie before their window: the realtime delay, and up to a second more,
 * because only full seconds count.
 */
const settledMs = realtimeDelayMs + bucketMs;
/** The longest pause (ms) between messages of a reachable host: its heartbeats come every 2 s. */
const longestPauseMs = 1.5 * heartbeatMs;
/** The end of the gauge's scale, in contacts per minute; from here on it shows '1000+' (LIVE-11). */
export const gaugeCap = 1_000;

/**
 * The state of the gauge, which shows contacts per minute from counts per 5 s. A plain value, held by the
 * read model. Times are in ms since 1970.
 */
export type Gauge = {
  /** When the running 5 s window began. */
  readonly startedAt: number;
  /**
   * The contacts of the last finished window. Null before the first one has finished, or if the host was not
   * heard during all of it.
   */
  readonly counted: number | null;
  /** True if the host was not heard during all of the last finished window. */
  readonly missed: boolean;
  /** When the host was last heard; null before its first message. */
  readonly heardAt: number | null;
  /** False if the host was silent for part of the running window, whose count is then worthless. */
  readonly isHeard: boolean;
};

export type GaugeReading = {
  perMinute: number | null;
  /** The needle's position, 0 to `gaugeCap`. */
  needle: number;
  text: string;
  /** True if no number can be shown because the host was not heard. */
  missed: boolean;
};

export function startGauge(now: number): Gauge {
  return { startedAt: now, counted: null, missed: false, heardAt: null, isHeard: false };
}

/** Counts the contacts of the 5 s window that ended at `end`. */
export type CountHeard = (end: number) => number;

/**
 * Counts the contacts heard in the 5 s that ended the realtime delay before `end` (by the host's clock), by
 * the contacts' own times (LIVE-12). Contacts that fill a gap, or that a receiver had kept, belong to the
 * past and do not count.
 */
export function contactsHeard(contents: Pick<ContactWindow, 'bucket'>, end: number): number {
  const to = bucketOf(end - realtimeDelayMs);
  let heard = 0;
  for (let number = to - gaugeWindowMs / bucketMs; number < to; number++) heard += contents.bucket(number)?.count ?? 0;
  return heard;
}

/**
 * Notes that the host was heard at `now`, by a heartbeat or any other message. The first message starts the
 * first window, late enough that the page was already receiving during all seconds it counts.
 */
export function hearHost(gauge: Gauge, now: number, count: CountHeard): Gauge {
  if (gauge.heardAt === null) return { ...startGauge(now + settledMs), counted: gauge.counted, heardAt: now, isHeard: true };
  const turned = turnGauge(gauge, now, count);
  return { ...turned, heardAt: now, isHeard: turned.isHeard && isHeardAt(gauge, now) };
}

/**
 * Shows the host's stored count of the past minute until the first window has finished (LIVE-11). The count
 * may arrive before the first message, but is ignored after a silence. Its mean for 5 s is rounded to whole
 * contacts, like a counted window.
 */
export function fillGauge(gauge: Gauge, perMinute: number): Gauge {
  const isAwaited = gauge.isHeard || gauge.heardAt === null;
  return gauge.counted === null && isAwaited ? { ...gauge, counted: Math.round(perMinute / windowsPerMinute) } : gauge;
}

/** Finishes the running window if its time is over. Otherwise returns the same value. */
export function turnGauge(gauge: Gauge, now: number, count: CountHeard): Gauge {
  const finished = Math.floor((now - gauge.startedAt) / gaugeWindowMs);
  if (finished < 1) return gauge;
  const end = gauge.startedAt + finished * gaugeWindowMs;
  // Every message from the host calls this. So if several windows have passed, the host was heard in the
  // first of them at most, and not in the last.
  const isHeard = isHeardAt(gauge, end);
  const missed = !(isHeard && gauge.isHeard);
  return { ...gauge, startedAt: end, counted: missed ? null : count(end), missed, isHeard };
}

function isHeardAt({ heardAt }: Gauge, now: number): boolean {
  return heardAt !== null && now - heardAt <= longestPauseMs;
}

/**
 * Returns what the gauge shows: an en dash until the first count or `fillGauge`, or after a silence; '1000+'
 * from the cap on (LIVE-11).
 */
export function readGauge({ counted, missed }: Gauge): GaugeReading {
  if (counted === null) return { perMinute: null, needle: 0, text: '–', missed };
  const perMinute = counted * windowsPerMinute;
  const text = perMinute >= gaugeCap ? `${gaugeCap}+` : String(perMinute);
  return { perMinute, needle: Math.min(perMinute, gaugeCap), text, missed };
}
