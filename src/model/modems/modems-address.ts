import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';
import { isoInstant } from '../time/iso-instant.ts';
import { knownDay, firstQuestion, spanAsked, whyNotAsked } from '../statistics/stats-question.ts';
import { instantAt, type ZoneClock } from '../time/wall-time.ts';

/** What a chart can plot of a modem (REG-31). */
export const plotNames = ['voltage', 'temperature', 'rssi'] as const;
export type PlotName = (typeof plotNames)[number];

/** The times that can be chosen, in hours, with what they are called. */
export const pastHours = [6, 24, 72, 168] as const;
export const pastLabels: Record<PastHours, string> = { 6: '6 Hours', 24: '1 Day', 72: '3 Days', 168: '1 Week' };
type PastHours = (typeof pastHours)[number];

/** Whole days by the clocks of the system ('YYYY-MM-DD', both within). */
export type DayRange = { readonly from: string; readonly to: string };
/** The past hours, or days that a person chose. */
export type ModemTime = { readonly past: PastHours } | DayRange;

/** What the page keeps in its address: which modem is open, and what is plotted of it, over which time. */
export type ModemsAddress = { readonly opened: number | null; readonly plot: PlotName; readonly time: ModemTime };

const firstTime: ModemTime = { past: 24 };

const takes = {
  open: 'the number of a modem',
  plot: plotNames.join(', '),
  past: `${pastHours.join(', ')} (hours) or custom`,
  from: 'a day such as 2026-11-20',
  to: 'a day such as 2026-11-20, not before the first',
};

/** '?open=7&plot=rssi&past=72', '?open=7&past=custom&from=2026-11-01&to=2026-11-07' */
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

/** Why days are no time yet; null where they are one. */
export function whyNoRange({ from, to }: { from: string | null; to: string | null }): string | null {
  return whyNotAsked({ ...firstQuestion, timeSelect: 'range', from, to });
}

/** The same in instants (ms), where it is asked at `now`; nothing of it is ahead. */
export function modemSpan(time: ModemTime, clock: ZoneClock, now: number): { from: number; to: number } {
  const asked =
    'past' in time
      ? spanAsked({ ...firstQuestion, recentAmount: time.past, recentUnit: 'hour' }, clock, now)
      : spanAsked({ ...firstQuestion, timeSelect: 'range', ...time }, clock, now);
  return { from: Math.min(asked.from, asked.to), to: asked.to };
}

/**
 * What is plotted at `now`: what the address asks for, or the first choice where that has days ahead, and why
 * that fits nothing.
 */
export function plottedTime(time: ModemTime, clock: ZoneClock, now: number): { time: ModemTime; refusal: string | null } {
  if ('past' in time) return { time, refusal: null };
  const ahead = (['from', 'to'] as const).find((end) => instantAt(isoInstant(`${time[end]}T00:00:00Z`), clock) > now);
  if (ahead === undefined) return { time, refusal: null };
  return { time: firstTime, refusal: `‘${ahead}=${time[ahead]}’ is ignored: that day is in the future` };
}

/** True for days that are over: what was measured in them does not change. */
export function isOver(time: ModemTime, clock: ZoneClock, now: number): boolean {
  return !('past' in time) && modemSpan(time, clock, now).to < now;
}

/** 'past 6 hours', 'past day', '2026-11-01 to 2026-11-07' */
export function modemTimeText(time: ModemTime): string {
  if (!('past' in time)) return time.from === time.to ? time.from : `${time.from} to ${time.to}`;
  const label = pastLabels[time.past].toLowerCase();
  return `past ${label.startsWith('1 ') ? label.slice(2) : label}`;
}
