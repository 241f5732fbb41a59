import { typedNumber } from '../config/typed-values.ts';
import { countText } from '../text/number-text.ts';
import { hoursTouched, startOfHour, type WholeHours } from './settings-hours.ts';

/** How long a form must stay unchanged before an estimate is requested, in ms. */
export const estimateRestMs = 500;

/** The time ranges of the buttons: a number of days back, or everything. */
export const rangePresets = [
  { id: 'twoDays', label: 'Last 2 days', days: 2 },
  { id: 'week', label: 'Last 7 days', days: 7 },
  { id: 'month', label: 'Last 30 days', days: 30 },
  { id: 'quarter', label: 'Last 90 days', days: 90 },
  { id: 'all', label: 'Entire dataset', days: null },
] as const;

export type RangePreset = (typeof rangePresets)[number]['id'];

/** How many years 'Entire dataset' goes back. */
const datasetYears = 10;

/** The form of a job. Times in ms since the epoch; numbers as typed. */
export type ReprocessForm = {
  readonly start: number | null;
  readonly end: number | null;
  /** In hours. */
  readonly chunkSize: string;
  /** The pause between two chunks, in seconds. */
  readonly throttle: string;
  /** The preset of the range; null for a range chosen by hand. */
  readonly preset: RangePreset | null;
};

/** The fields that a person changes. */
export type ReprocessFields = Partial<Omit<ReprocessForm, 'preset'>>;

/** A job as the calls take it. */
export type ReprocessOrder = { startDate: string; endDate: string; chunkSize: number; throttle: number };

/** An estimate: the whole hours of the job (in ms); `estimatedDuration` in minutes. */
export type ReprocessEstimate = {
  startTime: number;
  endTime: number;
  totalChunks: number;
  emptyChunks: number;
  contacts: number;
  estimatedDuration: number;
};

/** The text for a range without an hour that can be reprocessed. */
export const noHourText =
  'No hour of this range can be reprocessed. Choose hours that have begun and whose contacts are not deleted';

/** The form before a range is known. */
export const emptyForm: ReprocessForm = { start: null, end: null, chunkSize: '6', throttle: '5', preset: null };

export const chunkHours = { min: 1, max: 12 } as const;
export const throttleSeconds = { min: 0, max: 60 } as const;

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Returns the form with the range of a preset, to the end of the minute of `now` (ms since the epoch). */
export function withPreset(form: ReprocessForm, preset: RangePreset, now: number): ReprocessForm {
  const end = Math.ceil(now / minuteMs) * minuteMs;
  const days = rangePresets.find(({ id }) => id === preset)?.days ?? null;
  return { ...form, preset, start: days === null ? yearsBefore(end, datasetYears) : end - days * dayMs, end };
}

/** Returns the form as it begins at `now`: with the last 7 days, or the start and the end of the address. */
export function begunForm(form: ReprocessForm, now: number): ReprocessForm {
  const { start, end } = form;
  const usual = withPreset(form, 'week', now);
  return start === null && end === null ? usual : withFields(usual, { start: start ?? usual.start, end: end ?? usual.end });
}

/** Returns the form with the range of its preset at `now`; the same object if nothing changes. */
export function renewedForm(form: ReprocessForm, now: number): ReprocessForm {
  const next = form.preset === null ? form : withPreset(form, form.preset, now);
  return next.end === form.end ? form : next;
}

function yearsBefore(ts: number, years: number): number {
  const day = new Date(ts);
  return day.setUTCFullYear(day.getUTCFullYear() - years);
}

/** Returns the form with changed fields; a changed time no longer belongs to a preset. */
export function withFields(form: ReprocessForm, fields: ReprocessFields): ReprocessForm {
  const isOtherRange = 'start' in fields || 'end' in fields;
  return { ...form, ...fields, ...(isOtherRange ? { preset: null } : {}) };
}

/** Returns the problem of each field, by its name; none if the form may be sent. */
export function reprocessProblems({
  start,
  end,
  chunkSize,
  throttle,
}: ReprocessForm): Partial<Record<keyof ReprocessFields, string>> {
  return {
    ...(start === null ? { start: 'Choose a start' } : {}),
    ...(end === null ? { end: 'Choose an end' } : {}),
    ...(start !== null && end !== null && end < start ? { end: 'The end is before the start' } : {}),
    ...(isWithin(chunkSize, chunkHours) ? wholeHours(chunkSize) : { chunkSize: 'Chunk size must be from 1 to 12 hours' }),
    ...(isWithin(throttle, throttleSeconds) ? {} : { throttle: 'Throttle must be from 0 to 60 seconds' }),
  };
}

function wholeHours(typed: string): { chunkSize?: string } {
  return Number.isInteger(typedNumber(typed)) ? {} : { chunkSize: 'Chunk size must be whole hours' };
}

function isWithin(typed: string, { min, max }: { min: number; max: number }): boolean {
  const value = typedNumber(typed);
  return value !== null && value >= min && value <= max;
}

/** Returns the job to send; null while the form has a problem. */
export function reprocessOrder(form: ReprocessForm): ReprocessOrder | null {
  const { start, end } = form;
  if (start === null || end === null || Object.keys(reprocessProblems(form)).length > 0) return null;
  return {
    startDate: new Date(start).toISOString(),
    endDate: new Date(end).toISOString(),
    chunkSize: typedNumber(form.chunkSize) ?? chunkHours.min,
    throttle: typedNumber(form.throttle) ?? throttleSeconds.min,
  };
}

/** What decides whether a job can be started; null while unknown. */
type Known = { hasRunning: boolean | null; estimate: ReprocessEstimate | null };

/** Returns why no job can be started; null if one can. */
export function whyNotStarted(form: ReprocessForm, { hasRunning, estimate }: Known): string | null {
  const [problem] = Object.values(reprocessProblems(form));
  if (problem !== undefined) return problem;
  if (estimate?.totalChunks === 0) return noHourText;
  if (hasRunning === null) return 'Checking for a running job';
  return hasRunning ? 'A job is running. One job runs at a time' : null;
}

/**
 * Returns the whole hours of a job at `now` (ms; 0 if unknown), and whether the current one is among them;
 * null for a form without a range. Only the estimate knows since when contacts are kept.
 */
export function hoursOfJob(
  { start, end }: ReprocessForm,
  { estimate, now }: { estimate: ReprocessEstimate | null; now: number },
): (WholeHours & { hasPresent: boolean }) | null {
  if (start === null || end === null) return null;
  const until = now > 0 ? now : Infinity;
  const hours = hoursTouched({ start, end }, { now: until, ...(estimate === null ? {} : { keptFrom: estimate.startTime }) });
  return { ...hours, hasPresent: hours.to > startOfHour(until) };
}

/** Returns 'Chunks of 6 h, 5 s pause after each'. */
export function advancedText({ chunkSize, throttle }: Pick<ReprocessForm, 'chunkSize' | 'throttle'>): string {
  return `Chunks of ${chunkSize.trim()} h, ${throttle.trim()} s pause after each`;
}

/** Returns the figures of an estimate by their names. */
export function estimateFacts({
  totalChunks,
  emptyChunks,
  contacts,
  estimatedDuration,
}: ReprocessEstimate): readonly (readonly [label: string, text: string])[] {
  return [
    ['Chunks', countText(totalChunks)],
    ['Empty, skipped', countText(emptyChunks)],
    ['Contacts', countText(contacts)],
    ['Duration', minutesText(estimatedDuration)],
  ];
}

/** Returns 'Less than a minute', 'About 12 min' or 'About 3 h 20 min'. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 1) return 'Less than a minute';
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  if (hours === 0) return `About ${rest} min`;
  return rest === 0 ? `About ${countText(hours)} h` : `About ${countText(hours)} h ${rest} min`;
}
