import { type Receiver, receiverStatusName } from '../entities/receiver.ts';
import {
  hasReported,
  hasWarning,
  lowMemoryText,
  memoryLevel,
  memoryUsedPercent,
  receiverHealth,
  receiverHealthTexts,
  voltageLevel,
} from '../entities/receiver-health.ts';
import { fullText } from '../receivers/memory-forecast.ts';
import { isOffline } from '../receivers/receiver-rows.ts';
import { receiversLink } from '../receivers/receivers-link.ts';

/** A forecast: the receiver's memory will be full in `days` days. */
export type MemoryForecast = { readonly rxId: number; readonly days: number };

/** A line of 'needs attention' (NAV-22), and the search part of a link to the receivers it is about. */
export type Attention = {
  readonly key: string;
  readonly level: 'offline' | 'warning';
  readonly text: string;
  readonly search: string;
};

/** A memory that fills later than in this many days needs no attention yet. */
const soonDays = 14;

type Kind = { key: string; level: Attention['level']; holds: (rx: Receiver) => boolean; one: string; many: string };

const reports = (rx: Receiver): boolean => receiverStatusName(rx.status) === 'online' && hasReported(rx);

/** The kinds of lines, the worst first; a receiver may be in several. */
const kinds: readonly Kind[] = [
  {
    key: 'noCard',
    level: 'offline',
    holds: (rx) => reports(rx) && rx.memoryTotalMb === null,
    one: 'no SD card inserted',
    many: 'without SD card',
  },
  {
    key: 'memoryFull',
    level: 'offline',
    holds: (rx) => reports(rx) && rx.memoryTotalMb !== null && memoryLevel(memoryUsedPercent(rx)) === 'bad',
    one: 'out of memory',
    many: 'out of memory',
  },
  {
    key: 'voltage',
    level: 'offline',
    holds: (rx) => reports(rx) && voltageLevel(rx.voltage) === 'bad',
    one: 'low voltage',
    many: 'with low voltage',
  },
];

/**
 * Returns what needs attention in a fleet (NAV-22), the worst first; empty if nothing does. `whenText`
 * formats an instant (ms since the epoch).
 */
export function attentionOf(
  fleet: readonly Receiver[],
  forecasts: readonly MemoryForecast[],
  whenText: (ts: number) => string,
  isReplay = false,
): readonly Attention[] {
  const enabled = fleet.filter((rx) => rx.enabled);
  const soon = fillingSoon(enabled, forecasts);
  const errors = kinds.flatMap(({ key, level, holds, one, many }) =>
    lineOf(
      key,
      level,
      enabled.filter(holds),
      (rx) => `${rx.alias}: ${one}`,
      (count) => `${count} receivers ${many}`,
    ),
  );
  return [...offlineLines(enabled, whenText), ...errors, ...memoryLines(soon), ...warningLines(enabled, soon, isReplay)];
}

/** Returns true if two lists have the same lines and links. They do after most changes of a fleet. */
export function isSameAttention(one: readonly Attention[], other: readonly Attention[]): boolean {
  return (
    one.length === other.length &&
    one.every((line, at) => line.key === other[at]?.key && line.text === other[at].text && line.search === other[at].search)
  );
}

/**
 * Returns a line such as '2 receivers offline since 04:12': the time when the last of them went offline, left
 * out if any of their times is unknown.
 */
function offlineLines(enabled: readonly Receiver[], whenText: (ts: number) => string): readonly Attention[] {
  const offline = enabled.filter(isOffline);
  if (offline.length === 0) return [];
  const times = offline.map(({ statusTime }) => statusTime);
  const since = times.every((time) => time !== null) ? ` since ${whenText(Math.max(...times))}` : '';
  const lines = lineOf(
    'offline',
    'offline',
    offline,
    (rx) => `${rx.alias} offline${since}`,
    (count) => `${count} receivers offline${since}`,
  );
  return lines.map((line) => (offline.length > 1 ? { ...line, search: receiversLink({ show: 'offline' }) } : line));
}

type Filling = { rx: Receiver; days: number };

/**
 * Returns the receivers whose memory will be full within `soonDays`, the soonest first, without those already
 * full.
 */
function fillingSoon(enabled: readonly Receiver[], forecasts: readonly MemoryForecast[]): readonly Filling[] {
  return forecasts
    .flatMap(({ rxId, days }) => {
      const rx = enabled.find(({ id }) => id === rxId);
      const isFull = rx !== undefined && memoryLevel(memoryUsedPercent(rx)) === 'bad';
      return rx === undefined || isFull || days > soonDays ? [] : [{ rx, days }];
    })
    .toSorted((one, other) => one.days - other.days);
}

/** Returns one line for each of up to three receivers; for more, two lines and a third for all the others. */
function memoryLines(soon: readonly Filling[]): readonly Attention[] {
  const named = soon.length > 3 ? soon.slice(0, 2) : soon;
  const rest = soon.slice(named.length).map(({ rx }) => rx);
  return [
    ...named.flatMap(({ rx, days }) =>
      lineOf(
        `full ${rx.id}`,
        'warning',
        [rx],
        () => `${rx.alias}: ${lower(fullText(days))}`,
        () => '',
      ),
    ),
    ...lineOf(
      'full',
      'warning',
      rest,
      () => '',
      (count) => `${count} more receivers: memory full within ${soonDays} days`,
    ),
  ];
}

/**
 * Returns the line on receivers with warnings (NAV-25), with the reason if all share it. Leaves out warnings
 * that `memoryLines` shows.
 */
function warningLines(enabled: readonly Receiver[], soon: readonly Filling[], isReplay: boolean): readonly Attention[] {
  const warned = enabled
    .filter((rx) => hasWarning(rx) && receiverHealth(rx) === 'warn')
    .map((rx) => {
      // The receiver's line on filling memory already says that its memory is low.
      const said = soon.some((filling) => filling.rx === rx) ? [lowMemoryText] : [];
      const texts = receiverHealthTexts(rx, isReplay).filter((text) => !said.includes(text));
      return { rx, why: texts.map(lower).join(', ') };
    })
    .filter(({ why }) => why !== '');
  const [why, ...others] = new Set(warned.map((each) => each.why));
  return lineOf(
    'warning',
    'warning',
    warned.map(({ rx }) => rx),
    (rx) => `${rx.alias}: ${why}`,
    (count) => (others.length === 0 ? `${count} receivers: ${why}` : `${count} receivers with a warning`),
  );
}

function lineOf(
  key: string,
  level: Attention['level'],
  receivers: readonly Receiver[],
  one: (rx: Receiver) => string,
  many: (count: number) => string,
): readonly Attention[] {
  const [first] = receivers;
  if (first === undefined) return [];
  if (receivers.length === 1) return [{ key, level, text: one(first), search: receiversLink({ receiver: first.id }) }];
  const only = receivers.map(({ id }) => id);
  return [{ key, level, text: many(receivers.length), search: receiversLink({ only }) }];
}

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/**
 * Returns the receivers to forecast: the fullest ones that are online, at most `maxForecasts`, because each
 * forecast reads days of reports.
 */
export function toForecast(fleet: readonly Receiver[]): readonly number[] {
  return fleet
    .filter((rx) => rx.enabled && reports(rx))
    .flatMap((rx) => {
      const percent = memoryUsedPercent(rx);
      return percent === null || percent >= 100 ? [] : [{ id: rx.id, percent }];
    })
    .toSorted((one, other) => other.percent - one.percent)
    .slice(0, maxForecasts)
    .map(({ id }) => id);
}

const maxForecasts = 12;

/**
 * Returns '04:12' for today, or '2026-05-01 04:12' for another day; `stamp` formats in the system's timezone
 * ('2026-05-01 04:12:20').
 */
export function whenText(ts: number, now: number, stamp: (ts: number) => string): string {
  const [day = '', time = ''] = stamp(ts).split(' ');
  const clock = time.slice(0, 5);
  return stamp(now).startsWith(day) ? clock : `${day} ${clock}`;
}
