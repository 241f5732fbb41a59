import {
  type DumpExtra,
  dumpExtras,
  type DumpFile,
  type DumpFileType,
  type DumpFilters,
  type DumpQuota,
} from '../entities/dump-file.ts';
import { countText } from '../text/number-text.ts';

/** What a data file's name ends with, by its type. */
export const dumpExtensions: Readonly<Record<DumpFileType, string>> = { CSV: '.csv', OrionTool: '.txt' };

/** How often a file that is being made is asked for, in ms. */
export const dumpPollMs = 5_000;

/** How long a form rests unchanged before its estimate is asked for, in ms. */
export const dumpEstimateRestMs = 500;

/** From which share of the quota on the person is warned. */
const warnedShare = 0.8;

const dayMs = 86_400_000;
/** How far back the range of a new file reaches. */
const defaultDays = 14;

/**
 * The name without the spaces around it and with the extension of its type, which one that ends with it
 * already keeps: 'May.csv'.
 */
export function dumpFileName(name: string, type: DumpFileType): string {
  const [plain, extension] = [name.trim(), dumpExtensions[type]];
  return plain.toLowerCase().endsWith(extension) ? plain : `${plain}${extension}`;
}

/** Whether a name has a letter or a digit before the extension of its type: not '---', nor '.csv'. */
export function hasPlainName(name: string, type: DumpFileType): boolean {
  return /[A-Za-z0-9]/.test(dumpFileName(name, type).slice(0, -dumpExtensions[type].length));
}

/** What the file is called where it is saved, packed: 'May.csv.gz'. */
export function packedName({ name }: Pick<DumpFile, 'name'>): string {
  return `${name}.gz`;
}

export type DumpStatus = 'processing' | 'ready' | 'failed' | 'deleted';

/** How a file stands (FILE-3). */
export function dumpStatus({ completed, deletedTime }: Pick<DumpFile, 'completed' | 'deletedTime'>): DumpStatus {
  if (deletedTime !== null) return 'deleted';
  if (completed === null) return 'processing';
  return completed === 0 ? 'failed' : 'ready';
}

/** How a file stands, in words: 'Processing, 45 %'. */
export function dumpStatusText(file: Pick<DumpFile, 'completed' | 'deletedTime' | 'progress' | 'available'>): string {
  const words: Record<DumpStatus, string> = {
    processing: file.progress === null ? 'Processing' : `Processing, ${Math.floor(file.progress)} %`,
    ready: file.available ? 'Ready' : 'On another host',
    failed: 'Failed',
    deleted: 'Deleted',
  };
  return words[dumpStatus(file)];
}

/** Why a ready file cannot be downloaded here; null where it can. */
export function whyNotDownloaded({ available }: Pick<DumpFile, 'available'>): string | null {
  return available ? null : 'The file is on another host. Open that console, or create the file again.';
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** '512 bytes', '1.4 MB', '2 GB': one decimal below ten, units of 1,024; unknown is an en dash. */
export function sizeText(bytes: number | null): string {
  return writtenSize(bytes, Math.round);
}

/** As `sizeText`, rounded to what is written last by `round`. */
function writtenSize(bytes: number | null, round: (value: number) => number): string {
  if (bytes === null) return '–';
  let [value, unit] = [bytes, 0];
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  // What rounds to the next unit is written in it.
  if (round(value) >= 1_024 && unit < units.length - 1) [value, unit] = [value / 1_024, unit + 1];
  const scale = unit > 0 && round(value * 10) < 100 ? 10 : 1;
  return `${countText(round(value * scale) / scale)} ${units[unit]}`;
}

export type QuotaLevel = 'fine' | 'warning' | 'full';

/** FILE-11: a warning from 80 % on, an error from 100 %. */
export function quotaLevel({ usedBytes, limitBytes }: DumpQuota): QuotaLevel {
  if (usedBytes >= limitBytes) return 'full';
  return usedBytes >= limitBytes * warnedShare ? 'warning' : 'fine';
}

/** '1.6 GB of 2 GB used': sizes as in the table, but all is used only when nothing is left (FILE-13). */
export function quotaText({ usedBytes, limitBytes }: DumpQuota): string {
  const limit = sizeText(limitBytes);
  const used = sizeText(usedBytes);
  const isAll = used === limit && usedBytes < limitBytes;
  return `${isAll ? writtenSize(usedBytes, Math.floor) : used} of ${limit} used`;
}

/** What is said of a quota that is nearly used up; null where there is room. */
export function quotaNote(quota: DumpQuota): string | null {
  return quotaNotes[quotaLevel(quota)];
}

const quotaNotes = {
  fine: null,
  warning: 'Nearly full: delete files that are no longer needed.',
  full: 'Storage is full. Delete files to create another.',
} as const;

/** How many contacts a file will have and how large it will be, compressed. */
export type DumpEstimate = { rows: number; bytes: number; quota: DumpQuota };

/** 'About 12,345 contacts, 1.2 MB compressed' */
export function estimateText({ rows, bytes }: DumpEstimate): string {
  if (rows === 0) return 'No contacts in this range';
  return `About ${countText(rows)} ${rows === 1 ? 'contact' : 'contacts'}, ${sizeText(bytes)} compressed`;
}

/** Why no file can be made, by what there is room for; null where one can. What is unknown says nothing. */
export function whyNoRoom(quota: DumpQuota | null, estimate: DumpEstimate | null): string | null {
  const known = estimate?.quota ?? quota;
  if (known === null) return null;
  if (quotaLevel(known) === 'full') return quotaNotes.full;
  const left = known.limitBytes - known.usedBytes;
  if (estimate === null || estimate.bytes <= left) return null;
  return `Needs about ${sizeText(estimate.bytes)}; ${sizeText(left)} left. Narrow the selection or delete files.`;
}

/** What a person writes to have a file made. Times in ms since the epoch; no `rxIds` are all receivers. */
export type DumpForm = {
  readonly name: string;
  readonly fileType: DumpFileType;
  readonly from: number | null;
  readonly to: number | null;
  readonly rxIds: readonly number[] | null;
  /** Those that a CSV has; one of OrionTool has none. */
  readonly columns: readonly DumpExtra[];
};

/** What the host is asked for. */
export type DumpOrder = { fileName: string; fileType: DumpFileType; filters: DumpFilters; columns: DumpExtra[] };

/** A new form: the last 14 days (ms since the epoch, whole seconds) of all receivers. */
export function newDumpForm(now: number): DumpForm {
  const to = now - (now % 1_000);
  return { name: '', fileType: 'CSV', from: to - defaultDays * dayMs, to, rxIds: null, columns: [] };
}

/** Longer names of systems are cut, so that days and a number still fit. */
const longestSystem = 150;

/**
 * The name that a new file has until a person writes another: the system and the days, 'Sample River
 * 2026-05-01 to 2026-05-15', numbered where one of `taken` has it. Signs that a name cannot have become
 * spaces, accents go (FILE-15).
 */
export function newDumpName(
  { fileType, from, to }: Pick<DumpForm, 'fileType' | 'from' | 'to'>,
  { system, taken, times }: { system: string; taken: readonly string[]; times: { stamp: (ts: number) => string } },
): string {
  const plain = system
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9_\-. ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .slice(0, longestSystem)
    .trim();
  const days = [from, to].flatMap((ts) => (ts === null ? [] : [times.stamp(ts).slice(0, 10)]));
  const name = [/[A-Za-z0-9]/.test(plain) ? plain : 'Contacts', [...new Set(days)].join(' to ')].join(' ').trim();
  const names = new Set(taken.map((each) => each.toLowerCase()));
  const isTaken = (wanted: string): boolean => names.has(dumpFileName(wanted, fileType).toLowerCase());
  let number = 1;
  const numbered = (): string => (number === 1 ? name : `${name} ${number}`);
  while (isTaken(numbered())) number += 1;
  return numbered();
}

/** The rule of names (FILE-3), as it is shown at the field. */
export const dumpNameRule = 'Letters, digits, underscore, hyphen, dot and space only';
const longestName = 200;

/** What is wrong with each field, by its name; nothing where it may be sent. */
export function dumpProblems(form: DumpForm): Partial<Record<keyof DumpForm, string>> {
  const name = form.name.trim();
  return {
    ...(name === '' ? { name: 'Give the file a name' } : {}),
    ...(name !== '' && !hasPlainName(name, form.fileType) ? { name: 'A name needs at least one letter or digit' } : {}),
    ...(name !== '' && !/^[A-Za-z0-9_\-. ]+$/.test(name) ? { name: dumpNameRule } : {}),
    ...(name.length > longestName ? { name: `A name has at most ${longestName} characters` } : {}),
    ...rangeProblem(form),
    ...(form.rxIds?.length === 0 ? { rxIds: 'Choose at least one receiver' } : {}),
  };
}

function rangeProblem({ from, to }: DumpForm): Partial<Record<'from' | 'to', string>> | null {
  if (from === null) return { from: 'Choose a start' };
  if (to === null) return { to: 'Choose an end' };
  return from > to ? { to: 'The end is before the start' } : null;
}

/** Which contacts the form is about; null while that cannot be said. */
export function dumpFilters(form: DumpForm): DumpFilters | null {
  const { from, to, rxIds } = form;
  if (from === null || to === null || from > to || rxIds?.length === 0) return null;
  return { dateRange: [from, to], rxIds: rxIds === null ? null : [...rxIds] };
}

/** What the host is asked for; null while something is wrong. */
export function dumpOrder(form: DumpForm): DumpOrder | null {
  const filters = dumpFilters(form);
  if (filters === null || Object.keys(dumpProblems(form)).length > 0) return null;
  return { fileName: form.name.trim(), fileType: form.fileType, filters, columns: dumpExtrasOf(form) };
}

/** The optional columns of the file that the form is about. */
export function dumpExtrasOf({ fileType, columns }: Pick<DumpForm, 'fileType' | 'columns'>): DumpExtra[] {
  return fileType === 'CSV' ? dumpExtras.filter((extra) => columns.includes(extra)) : [];
}

/** What the optional columns are called in a form. */
export const dumpExtraNames: Readonly<Record<DumpExtra, string>> = {
  utc: 'UTC time (ISO 8601)',
  place: 'Site and place at that time',
};

/** 'None', 'UTC time (ISO 8601)': what a file has behind the usual columns. */
export function dumpExtrasText({ columns }: Pick<DumpFile, 'columns'>): string {
  return columns.length === 0 ? 'None' : columns.map((extra) => dumpExtraNames[extra]).join(', ');
}

/** 'All', '1 receiver', '3 receivers' */
export function dumpReceiversText({ filters: { rxIds } }: Pick<DumpFile, 'filters'>): string {
  if (rxIds === null) return 'All';
  return rxIds.length === 1 ? '1 receiver' : `${countText(rxIds.length)} receivers`;
}

/** How far a download is: '1.2 MB of 4.5 MB'; of a size that is unknown only what has come. */
export function downloadedText(received: number, size: number | null): string {
  return size === null ? sizeText(received) : `${sizeText(received)} of ${sizeText(size)}`;
}
