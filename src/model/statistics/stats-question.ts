import { countText } from '../text/number-text.ts';
import { type Explored, explorerTakes, readExplored, writeExplored } from '../explorer/explorer-address.ts';
import type { AddressCodec } from '../navigation/address-codec.ts';
import { SearchReader, searchOf } from '../navigation/search-reader.ts';
import { isoInstant } from '../time/iso-instant.ts';
import { instantAt, type ZoneClock } from '../time/wall-time.ts';

/** What the colours of the charts mean (spec: colorBy). */
export type ColourBy = 'receiver' | 'site';

export const recentUnits = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type RecentUnit = (typeof recentUnits)[number];

/**
 * The question of the Statistics page: a recent time (`recentAmount` is null while its field is empty), or a
 * range of days in the system's timezone ('YYYY-MM-DD', both inclusive); for all receivers if `rxIds` is
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

/** The largest amounts that the call accepts (STAT-1): about a hundred years. */
const maxAmount: Record<RecentUnit, number> = { minute: 1_000_000, hour: 876_000, day: 36_500, week: 5_200, month: 1_180 };

/** Returns why the question cannot be sent (STAT-9); null if it can. */
export function whyNotAsked(question: StatsQuestion): string | null {
  const { timeSelect, recentAmount, recentUnit, from, to, rxIds } = question;
  if (rxIds?.length === 0) return 'Select at least one receiver';
  if (timeSelect === 'recent') {
    if (recentAmount === null || recentAmount === 0) return 'Enter how far back to look';
    const most = maxAmount[recentUnit];
    return recentAmount > most ? `Enter at most ${countText(most)} ${recentUnit}s` : null;
  }
  if (from === null || to === null) return 'Choose the first and the last day';
  return from > to ? 'The first day is after the last' : null;
}

const dayMs = 86_400_000;

/**
 * Returns the requested time as parameters of the calls (STAT-1): from the start of the first day to the end
 * of the last.
 */
export function timeAsked({ timeSelect, recentAmount, recentUnit, from, to }: StatsQuestion, clock: ZoneClock) {
  if (timeSelect === 'recent')
    return { timeSelect, recentAmount: String(recentAmount ?? firstQuestion.recentAmount), recentUnit } as const;
  const begin = (day: string, later: number): string =>
    new Date(instantAt(isoInstant(`${day}T00:00:00Z`) + later, clock)).toISOString();
  return { timeSelect, range: [begin(from ?? '', 0), begin(to ?? '', dayMs)] as [string, string] } as const;
}

const unitMs: Record<RecentUnit, number> = { minute: 60_000, hour: 3_600_000, day: dayMs, week: 7 * dayMs, month: 31 * dayMs };

/** Returns the time requested at `now` as instants (from ≤ ts < to, ms). */
export function spanAsked(question: StatsQuestion, clock: ZoneClock, now: number): { from: number; to: number } {
  const { timeSelect, recentAmount, recentUnit } = question;
  if (timeSelect === 'recent') return { from: Math.max(0, now - (recentAmount ?? 1) * unitMs[recentUnit]), to: now };
  const [from = 0, to = now] = timeAsked(question, clock).range?.map((text) => Date.parse(text)) ?? [];
  return { from, to: Math.min(to, now) };
}

/** Returns text such as 'the past day', 'the past 3 hours' or '2026-11-01 to 2026-11-07'. */
export function timeText({ timeSelect, recentAmount, recentUnit, from, to }: StatsQuestion): string {
  if (timeSelect === 'range') return from === to ? `${from}` : `${from} to ${to}`;
  return recentAmount === 1 ? `the past ${recentUnit}` : `the past ${recentAmount} ${recentUnit}s`;
}

/** The state that the page's address holds; `asked` is null before the first question. */
export type StatsAddress = {
  readonly asked: StatsQuestion | null;
  readonly colorBy: ColourBy;
  /** The contact explorer, if it is open over the page (EXP-1). */
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

/** Reads and writes addresses such as '?time=recent&amount=3&unit=hour&receivers=4,7&color=site'. */
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

/** Resets the fields that have no effect, so that questions for the same thing are equal. */
export function plain(question: StatsQuestion): StatsQuestion {
  const { recentAmount, recentUnit, from, to } = firstQuestion;
  return question.timeSelect === 'recent' ? { ...question, from, to } : { ...question, recentAmount, recentUnit };
}

/** The first day that can be chosen: the calls accept no time before 1970. */
export const firstKnownDay = '1970-01-02';

/** Returns the text if it is an existing day that the calls accept; otherwise undefined. */
export function knownDay(text: string): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(isoInstant(`${text}T00:00:00Z`));
  return isDay && text >= firstKnownDay ? text : undefined;
}
