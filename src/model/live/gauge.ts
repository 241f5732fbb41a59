/** The gauge counts over this long, and is renewed as often (spec §9). */
export const gaugeWindowMs = 5_000;
const windowsPerMinute = 12;
/** The gauge's end; from here on it says '1000+' (spec §9). */
export const gaugeCap = 1_000;

/** Contacts per minute, from counts per 5 s. A plain value: the read model holds it. Times in ms since the epoch. */
export type Gauge = {
  /** When the running 5 s window began. */
  readonly startedAt: number;
  /** Contacts counted in the running window. */
  readonly counting: number;
  /** Contacts of the last finished window; null before the first one has finished. */
  readonly counted: number | null;
};

export type GaugeReading = { perMinute: number | null; /** 0 to `gaugeCap`. */ needle: number; text: string };

export function startGauge(now: number): Gauge {
  return { startedAt: now, counting: 0, counted: null };
}

/** Counts `contacts` that arrived at `now`. */
export function countContacts(gauge: Gauge, contacts: number, now: number): Gauge {
  const turned = turnGauge(gauge, now);
  return { ...turned, counting: turned.counting + contacts };
}

/** Finishes the running window when its time is over; the same value when it is not. */
export function turnGauge(gauge: Gauge, now: number): Gauge {
  const finished = Math.floor((now - gauge.startedAt) / gaugeWindowMs);
  if (finished < 1) return gauge;
  // A window in which nothing was counted leaves no trace: after two of them the last finished one was empty.
  return { startedAt: gauge.startedAt + finished * gaugeWindowMs, counting: 0, counted: finished === 1 ? gauge.counting : 0 };
}

/** What the gauge shows: an en dash until 5 s have been counted, '1000+' from the cap on (spec §9, look.md). */
export function readGauge(gauge: Gauge, now: number): GaugeReading {
  const { counted } = turnGauge(gauge, now);
  if (counted === null) return { perMinute: null, needle: 0, text: '–' };
  const perMinute = counted * windowsPerMinute;
  return { perMinute, needle: Math.min(perMinute, gaugeCap), text: perMinute >= gaugeCap ? `${gaugeCap}+` : String(perMinute) };
}
