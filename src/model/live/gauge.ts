import { heartbeatMs } from '../contract/socket-messages.ts';

/** The gauge counts over this long, and is renewed as often (LIVE-11). */
export const gaugeWindowMs = 5_000;
const windowsPerMinute = 12;
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
  /** Contacts counted in the running window. */
  readonly counting: number;
  /**
   * Contacts of the last finished window; null before the first one has finished, and where the host was not
   * heard all through it.
   */
  readonly counted: number | null;
  /** When the host was heard last; null before its first word. */
  readonly heardAt: number | null;
  /**
   * False when the host was not heard for a while of the running window: what is counted in it says nothing.
   */
  readonly isHeard: boolean;
};

export type GaugeReading = { perMinute: number | null; /** 0 to `gaugeCap`. */ needle: number; text: string };

export function startGauge(now: number): Gauge {
  return { startedAt: now, counting: 0, counted: null, heardAt: null, isHeard: false };
}

/** The host was heard at `now`: a heartbeat or any other word. The first word begins the first window. */
export function hearHost(gauge: Gauge, now: number): Gauge {
  if (gauge.heardAt === null) return { ...startGauge(now), counted: gauge.counted, heardAt: now, isHeard: true };
  const turned = turnGauge(gauge, now);
  return { ...turned, heardAt: now, isHeard: turned.isHeard && isHeardAt(gauge, now) };
}

/** Counts `contacts` that arrived at `now`. */
export function countContacts(gauge: Gauge, contacts: number, now: number): Gauge {
  const heard = hearHost(gauge, now);
  return { ...heard, counting: heard.counting + contacts };
}

/**
 * What the host has stored of the past minute, in the place of a first window (LIVE-11): nothing else is
 * known until 5 s have been counted. It may come before the first word, and not after a silence.
 */
export function fillGauge(gauge: Gauge, perMinute: number): Gauge {
  const isAwaited = gauge.isHeard || gauge.heardAt === null;
  return gauge.counted === null && isAwaited ? { ...gauge, counted: perMinute / windowsPerMinute } : gauge;
}

/** Finishes the running window when its time is over; the same value when it is not. */
export function turnGauge(gauge: Gauge, now: number): Gauge {
  const finished = Math.floor((now - gauge.startedAt) / gaugeWindowMs);
  if (finished < 1) return gauge;
  const end = gauge.startedAt + finished * gaugeWindowMs;
  // Every message from the host turns the gauge: of several windows only the first can have been heard, and
  // the last was not.
  const isHeard = isHeardAt(gauge, end);
  return { ...gauge, startedAt: end, counting: 0, counted: isHeard && gauge.isHeard ? gauge.counting : null, isHeard };
}

function isHeardAt({ heardAt }: Gauge, now: number): boolean {
  return heardAt !== null && now - heardAt <= longestPauseMs;
}

/**
 * What the gauge shows: an en dash until 5 s have been counted while the host was heard, or it was filled;
 * '1000+' from the cap on (LIVE-11).
 */
export function readGauge(gauge: Gauge, now: number): GaugeReading {
  const { counted } = turnGauge(gauge, now);
  if (counted === null) return { perMinute: null, needle: 0, text: '–' };
  const perMinute = Math.round(counted * windowsPerMinute);
  return { perMinute, needle: Math.min(perMinute, gaugeCap), text: perMinute >= gaugeCap ? `${gaugeCap}+` : String(perMinute) };
}
