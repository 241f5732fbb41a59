import { countText } from '../text/number-text.ts';
import { type Explored, explorerTakes, readExplored, writeExplored } from '../explorer/explorer-address.ts';
import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';
import { isoInstant } from '../time/iso-instant.ts';
import { instantAt, type ZoneClock } from '../time/wall-time.ts';

/** What charts are drawn in the colours of (spec: colorBy). */
export type ColourBy = 'receiver' | 'site';

export const recentUnits = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type RecentUnit = (typeof recentUnits)[number];

/**
 * What the page of statistics asks for: a recent time, of which the amount is null while its field is empty,
 * or whole days by the clocks of the system ('YYYY-MM-DD', both within); of all receivers where `rxIds` is
 * null.
 */
export type StatsQuestion = {
  readonly timeSelect: 'recent' | 'range';
  readonly recentAmount: number | null;
  readonly recentUnit: RecentUnit;
  readonly from: string | null;
  readonly to: string | null;
  readonly rxIds: readonly number[] | null;
  /** Whether the charts of codes, frequencies, powers and the aggregate leave noise out (CON-10). */
  readonly noise: 'with' | 'without';
};

export const firstQuestion: StatsQuestion = {
  timeSelect: 'recent',
  recentAmount: 1,
  recentUnit: 'day',
  from: null,
  to: null,
  rxIds: null,
  noise: 'with',
};

/** As far as the call takes it (STAT-1): a hundred years. */
const mostAmount: Record<RecentUnit, number> = { minute: 1_000_000, hour: 876_000, day: 36_500, week: 5_200, month: 1_180 };

/** Why nothing can be asked for yet (STAT-9); null where it can. */
export function whyNotAsked(question: StatsQuestion): string | null {
  const { timeSelect, recentAmount, recentUnit, from, to, rxIds } = question;
  if (rxIds?.length === 0) return 'Select at least one receiver';
  if (timeSelect === 'recent') {
    if (recentAmount === null || recentAmount === 0) return 'Enter how far back to look';
    const most = mostAmount[recentUnit];
    return recentAmount > most ? `Enter at most ${countText(most)} ${recentUnit}s` : null;
  }
  if (from === null || to === null) return 'Choose the first and the last day';
  return from > to ? 'The first day is after the last' : null;
}

const dayMs = 86_400_000;

/**
 * The time that is asked for, as the calls take it (STAT-1): days from their first instant to before their
 * end.
 */
export function timeAsked({ timeSelect, recentAmount, recentUnit, from, to }: StatsQuestion, clock: ZoneClock) {
  if (timeSelect === 'recent')
    return { timeSelect, recentAmount: String(recentAmount ?? firstQuestion.recentAmount), recentUnit } as const;
  const begin = (day: string, later: number): string =>
    new Date(instantAt(isoInstant(`${day}T00:00:00Z`) + later, clock)).toISOString();
  return { timeSelect, range: [begin(from ?? '', 0), begin(to ?? '', dayMs)] as [string, string] } as const;
}

const unitMs: Record<RecentUnit, number> = { minute: 60_000, hour: 3_600_000, day: dayMs, week: 7 * dayMs, month: 31 * dayMs };

/** The same in instants (from ≤ ts < to, ms) where it is asked at `now`. */
export function spanAsked(question: StatsQuestion, clock: ZoneClock, now: number): { from: number; to: number } {
  const { timeSelect, recentAmount, recentUnit } = question;
  if (timeSelect === 'recent') return { from: Math.max(0, now - (recentAmount ?? 1) * unitMs[recentUnit]), to: now };
  const [from = 0, to = now] = timeAsked(question, clock).range?.map((text) => Date.parse(text)) ?? [];
  return { from, to: Math.min(to, now) };
}

/** 'the past day', 'the past 3 hours', '2026-11-01 to 2026-11-07' */
export function timeText({ timeSelect, recentAmount, recentUnit, from, to }: StatsQuestion): string {
  if (timeSelect === 'range') return from === to ? `${from}` : `${from} to ${to}`;
  return recentAmount === 1 ? `the past ${recentUnit}` : `the past ${recentAmount} ${recentUnit}s`;
}

/** What the address of the page keeps: what was asked for, null for nothing yet. */
export type StatsAddress = {
  readonly asked: StatsQuestion | null;
  readonly colorBy: ColourBy;
  /** The contact explorer where it is open over the page (EXP-1). */
  readonly explored: Explored | null;
};

const takes = {
  ...explorerTakes,
  time: 'recent or range',
  amount: 'a whole number above 0',
  unit: recentUnits.join(', '),
  from: 'a day such as 2026-11-20',
  to: 'a day such as 2026-11-20, not before the first',
  receivers: 'numbers of receivers',
  noise: 'with or without',
  color: 'receiver or site',
};

/** '?time=recent&amount=3&unit=hour&receivers=4,7&color=site', '?time=range&from=2026-11-01&to=2026-11-07' */
export const statsAddress: AddressCodec<StatsAddress> = {
  read(search) {
    const reader = new SearchReader(search, takes);
    const one = <const Of extends string>(name: 'unit' | 'color' | 'noise', of: readonly Of[], otherwise: Of): Of =>
      reader.one(name, otherwise, (text) => of.find((each) => each === text));
    const time = reader.one('time', null, (text) => (text === 'recent' || text === 'range' ? text : undefined));
    const rxIds = reader.ids('receivers');
    const question: StatsQuestion = {
      ...firstQuestion,
      timeSelect: time ?? 'recent',
      recentAmount: reader.id('amount') ?? firstQuestion.recentAmount,
      recentUnit: one('unit', recentUnits, firstQuestion.recentUnit),
      from: reader.one('from', null, knownDay),
      to: reader.one('to', null, knownDay),
      rxIds: rxIds.length === 0 ? null : rxIds,
      noise: one('noise', ['with', 'without'], 'with'),
    };
    const colorBy = one('color', ['receiver', 'site'], 'receiver');
    const explored = readExplored(reader);
    const why = time === null ? null : whyNotAsked(question);
    const refused =
      why === null
        ? reader.refused
        : [...reader.refused, `The request in the address is incomplete: ${why.charAt(0).toLowerCase()}${why.slice(1)}`];
    return { state: { asked: time === null || why !== null ? null : plain(question), colorBy, explored }, refused };
  },
  write({ asked, colorBy, explored }) {
    const params = new URLSearchParams();
    if (asked !== null) {
      const { timeSelect, recentAmount, recentUnit, from, to, rxIds, noise } = asked;
      params.set('time', timeSelect);
      if (timeSelect === 'recent') {
        params.set('amount', String(recentAmount));
        params.set('unit', recentUnit);
      } else {
        params.set('from', from ?? '');
        params.set('to', to ?? '');
      }
      if (rxIds !== null) params.set('receivers', rxIds.join(','));
      if (noise !== 'with') params.set('noise', noise);
    }
    if (colorBy !== 'receiver') params.set('color', colorBy);
    if (explored !== null) writeExplored(params, explored);
    return searchOf(params);
  },
};

/** Without what does not count, so that two that ask the same are the same. */
export function plain(question: StatsQuestion): StatsQuestion {
  const { recentAmount, recentUnit, from, to } = firstQuestion;
  return question.timeSelect === 'recent' ? { ...question, from, to } : { ...question, recentAmount, recentUnit };
}

/** The calls know no time before 1970. */
export const firstKnownDay = '1970-01-02';

/** A day that exists and is known; undefined for another text. */
export function knownDay(text: string): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(isoInstant(`${text}T00:00:00Z`));
  return isDay && text >= firstKnownDay ? text : undefined;
}
