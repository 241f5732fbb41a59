import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';
import { isoInstant } from '../time/iso-instant.ts';
import { knownDay, firstQuestion, spanAsked, whyNotAsked } from '../statistics/stats-question.ts';
import { instantAt, type ZoneClock } from '../time/wall-time.ts';

/** The readings of a modem that a chart can plot (REG-31). */
export const plotNames = ['voltage', 'temperature', 'rssi'] as const;
export type PlotName = (typeof plotNames)[number];

/** The times to choose from, in hours; below, their labels. */
export const pastHours = [6, 24, 72, 168] as const;
export const pastLabels: Record<PastHours, string> = { 6: '6 Hours', 24: '1 Day', 72: '3 Days', 168: '1 Week' };
type PastHours = (typeof pastHours)[number];

/** Whole days in the system's timezone ('YYYY-MM-DD'), both included. */
export type DayRange = { readonly from: string; readonly to: string };
/** The past hours, or chosen days. */
export type ModemTime = { readonly past: PastHours } | DayRange;

/** The page's state in its address: the open modem, the plotted reading, and its time. */
export type ModemsAddress = { readonly opened: number | null; readonly plot: PlotName; readonly time: ModemTime };

const firstTime: ModemTime = { past: 24 };

const takes = {
  open: 'the number of a modem',
  plot: plotNames.join(', '),
  past: `${pastHours.join(', ')} (hours) or custom`,
  from: 'a day such as 2026-11-20',
  to: 'a day such as 2026-11-20, not before the first',
};

/** Reads and writes addresses such as '?open=7&plot=rssi&past=custom&from=2026-11-01&to=2026-11-07'. */
export const modemsAddress: AddressCodec<ModemsAddress> = {
  read(search) {
    const reader = new SearchReader(search, takes);
    const opened = reader.id('open');
    const plot = reader.one<PlotName>('plot', 'voltage', (text) => plotNames.find((each) => each === text));
    const past = reader.one<PastHours | 'custom'>('past', 24, (text) =>
      text === 'custom' ? text : pastHours.find((each) => String(each) === text),
    );
    const [from, to] = [reader.one('from', null, knownDay), reader.one('to', null, knownDay)];
    if (past !== 'custom') return { state: { opened, plot, time: { past } }, refused: reader.refused };
    const why = whyNoRange({ from, to });
    if (from !== null && to !== null && why === null)
      return { state: { opened, plot, time: { from, to } }, refused: reader.refused };
    const sentence = `The time in the address is incomplete: ${why?.charAt(0).toLowerCase()}${why?.slice(1)}`;
    return { state: { opened, plot, time: firstTime }, refused: [...reader.refused, sentence] };
  },
  write({ opened, plot, time }) {
    const params = new URLSearchParams();
    if (opened !== null) params.set('open', String(opened));
    if (plot !== 'voltage') params.set('plot', plot);
    if (!('past' in time)) {
      params.set('past', 'custom');
      params.set('from', time.from);
      params.set('to', time.to);
    } else if (time.past !== 24) params.set('past', String(time.past));
    return searchOf(params);
  },
};

/** Returns why days are not a valid range; null if they are. */
export function whyNoRange({ from, to }: { from: string | null; to: string | null }): string | null {
  return whyNotAsked({ ...firstQuestion, timeSelect: 'range', from, to });
}

/** Returns the start and end (ms) of a time at `now`, without its future part. */
export function modemSpan(time: ModemTime, clock: ZoneClock, now: number): { from: number; to: number } {
  const asked =
    'past' in time
      ? spanAsked({ ...firstQuestion, recentAmount: time.past, recentUnit: 'hour' }, clock, now)
      : spanAsked({ ...firstQuestion, timeSelect: 'range', ...time }, clock, now);
  return { from: Math.min(asked.from, asked.to), to: asked.to };
}

/**
 * Returns the time to plot at `now`. If a chosen day is in the future, this is the default time, and
 * `refusal` is a sentence with the reason.
 */
export function plottedTime(time: ModemTime, clock: ZoneClock, now: number): { time: ModemTime; refusal: string | null } {
  if ('past' in time) return { time, refusal: null };
  const ahead = (['from', 'to'] as const).find((end) => instantAt(isoInstant(`${time[end]}T00:00:00Z`), clock) > now);
  if (ahead === undefined) return { time, refusal: null };
  return { time: firstTime, refusal: `‘${ahead}=${time[ahead]}’ is ignored: that day is in the future` };
}

/**
 * Returns true if the chosen days are over, so that their readings no longer change; false for past hours.
 */
export function isOver(time: ModemTime, clock: ZoneClock, now: number): boolean {
  return !('past' in time) && modemSpan(time, clock, now).to < now;
}

/** Returns text such as 'past 6 hours', 'past day' or '2026-11-01 to 2026-11-07'. */
export function modemTimeText(time: ModemTime): string {
  if (!('past' in time)) return time.from === time.to ? time.from : `${time.from} to ${time.to}`;
  const label = pastLabels[time.past].toLowerCase();
  return `past ${label.startsWith('1 ') ? label.slice(2) : label}`;
}
