import {
  type DumpExtra,
  dumpExtras,
  type DumpFile,
  type DumpFileType,
  type DumpFilters,
  type DumpQuota,
} from '../entities/dump-file.ts';
import { countText } from '../text/number-text.ts';

/** The extension of a data file's name, by its type. */
export const dumpExtensions: Readonly<Record<DumpFileType, string>> = { CSV: '.csv', OrionTool: '.txt' };

/** How often the console requests the progress of a file, in ms. */
export const dumpPollMs = 5_000;

/** How long a form must stay unchanged before an estimate is requested, in ms. */
export const dumpEstimateRestMs = 500;

/** The used share of the quota from which a warning is shown. */
const warnedShare = 0.8;

const dayMs = 86_400_000;
/** How many days the range of a new file goes back. */
const defaultDays = 14;

/**
 * Returns the trimmed name with the extension of its type: 'May.csv'. A name that already has the extension
 * is not extended.
 */
export function dumpFileName(name: string, type: DumpFileType): string {
  const [plain, extension] = [name.trim(), dumpExtensions[type]];
  return plain.toLowerCase().endsWith(extension) ? plain : `${plain}${extension}`;
}

/** Returns true if a name has a letter or digit before its extension, unlike '---' or '.csv'. */
export function hasPlainName(name: string, type: DumpFileType): boolean {
  return /[A-Za-z0-9]/.test(dumpFileName(name, type).slice(0, -dumpExtensions[type].length));
}

/** Returns the name under which the compressed file is saved: 'May.csv.gz'. */
export function packedName({ name }: Pick<DumpFile, 'name'>): string {
  return `${name}.gz`;
}

export type DumpStatus = 'processing' | 'ready' | 'failed' | 'deleted';

/** Returns the status of a file (FILE-3). */
export function dumpStatus({ completed, deletedTime }: Pick<DumpFile, 'completed' | 'deletedTime'>): DumpStatus {
  if (deletedTime !== null) return 'deleted';
  if (completed === null) return 'processing';
  return completed === 0 ? 'failed' : 'ready';
}

/** Returns the status in words: 'Processing, 45 %'. */
export function dumpStatusText(file: Pick<DumpFile, 'completed' | 'deletedTime' | 'progress' | 'available'>): string {
  const words: Record<DumpStatus, string> = {
    processing: file.progress === null ? 'Processing' : `Processing, ${Math.floor(file.progress)} %`,
    ready: file.available ? 'Ready' : 'On another host',
    failed: 'Failed',
    deleted: 'Deleted',
  };
  return words[dumpStatus(file)];
}

/** Returns why a ready file cannot be downloaded here; null if it can. */
export function whyNotDownloaded({ available }: Pick<DumpFile, 'available'>): string | null {
  return available ? null : 'The file is on another host. Open that console, or create the file again.';
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Returns '512 bytes', '1.4 MB' or '2 GB': one decimal below ten, units of 1,024; an en dash if unknown. */
export function sizeText(bytes: number | null): string {
  return writtenSize(bytes, Math.round);
}

/** Returns the same text as `sizeText`, but rounds the last shown digit with `round`. */
function writtenSize(bytes: number | null, round: (value: number) => number): string {
  if (bytes === null) return '–';
  let [value, unit] = [bytes, 0];
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  // Write 1,024 of a unit, also after rounding, as 1 of the next unit.
  if (round(value) >= 1_024 && unit < units.length - 1) [value, unit] = [value / 1_024, unit + 1];
  const scale = unit > 0 && round(value * 10) < 100 ? 10 : 1;
  return `${countText(round(value * scale) / scale)} ${units[unit]}`;
}

export type QuotaLevel = 'fine' | 'warning' | 'full';

/** Returns the level of a quota (FILE-11): 'warning' from 80 % of its limit, 'full' from 100 %. */
export function quotaLevel({ usedBytes, limitBytes }: DumpQuota): QuotaLevel {
  if (usedBytes >= limitBytes) return 'full';
  return usedBytes >= limitBytes * warnedShare ? 'warning' : 'fine';
}

/** Returns '1.6 GB of 2 GB used', rounded down if rounding would make a quota look full (FILE-13). */
export function quotaText({ usedBytes, limitBytes }: DumpQuota): string {
  const limit = sizeText(limitBytes);
  const used = sizeText(usedBytes);
  const isAll = used === limit && usedBytes < limitBytes;
  return `${isAll ? writtenSize(usedBytes, Math.floor) : used} of ${limit} used`;
}

/** Returns the note on a quota that is nearly or fully used; null otherwise. */
export function quotaNote(quota: DumpQuota): string | null {
  return quotaNotes[quotaLevel(quota)];
}

const quotaNotes = {
  fine: null,
  warning: 'Nearly full: delete files that are no longer needed.',
  full: 'Storage is full. Delete files to create another.',
} as const;

/** The estimated number of contacts and the compressed size of a file. */
export type DumpEstimate = { rows: number; bytes: number; quota: DumpQuota };

/** Returns 'About 12,345 contacts, 1.2 MB compressed'. */
export function estimateText({ rows, bytes }: DumpEstimate): string {
  if (rows === 0) return 'No contacts in this range';
  return `About ${countText(rows)} ${rows === 1 ? 'contact' : 'contacts'}, ${sizeText(bytes)} compressed`;
}

/** Returns why there is no room for a file; null if there is, or if that is unknown. */
export function whyNoRoom(quota: DumpQuota | null, estimate: DumpEstimate | null): string | null {
  const known = estimate?.quota ?? quota;
  if (known === null) return null;
  if (quotaLevel(known) === 'full') return quotaNotes.full;
  const left = known.limitBytes - known.usedBytes;
  if (estimate === null || estimate.bytes <= left) return null;
  return `Needs about ${sizeText(estimate.bytes)}; ${sizeText(left)} left. Narrow the selection or delete files.`;
}

/** The form of a data file. Times in ms since the epoch; null `rxIds` means all receivers. */
export type DumpForm = {
  readonly name: string;
  readonly fileType: DumpFileType;
  readonly from: number | null;
  readonly to: number | null;
  readonly rxIds: readonly number[] | null;
  /** Only a CSV has these; an OrionTool file ignores them. */
  readonly columns: readonly DumpExtra[];
};

/** The request to make a file. */
export type DumpOrder = { fileName: string; fileType: DumpFileType; filters: DumpFilters; columns: DumpExtra[] };

/** Returns a new form: the last 14 days (ms since the epoch, whole seconds) of all receivers. */
export function newDumpForm(now: number): DumpForm {
  const to = now - (now % 1_000);
  return { name: '', fileType: 'CSV', from: to - defaultDays * dayMs, to, rxIds: null, columns: [] };
}

/** The most characters of a system's name in a suggested name, so that days and a number still fit. */
const longestSystem = 150;

/**
 * Returns the suggested name of a file: the system and the days, 'Sample River 2026-05-01 to 2026-05-15',
 * with a number if `taken` contains that name. Characters that are not allowed become spaces, and accents are
 * dropped (FILE-15).
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

/** The rule for names (FILE-3), as shown at the field. */
export const dumpNameRule = 'Letters, digits, underscore, hyphen, dot and space only';
const longestName = 200;

/** Returns the problem of each field, by its name; none if the form may be sent. */
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

/** Returns the contacts that the form selects; null while it selects none. */
export function dumpFilters(form: DumpForm): DumpFilters | null {
  const { from, to, rxIds } = form;
  if (from === null || to === null || from > to || rxIds?.length === 0) return null;
  return { dateRange: [from, to], rxIds: rxIds === null ? null : [...rxIds] };
}

/** Returns the request to make the file; null while the form has a problem. */
export function dumpOrder(form: DumpForm): DumpOrder | null {
  const filters = dumpFilters(form);
  if (filters === null || Object.keys(dumpProblems(form)).length > 0) return null;
  return { fileName: form.name.trim(), fileType: form.fileType, filters, columns: dumpExtrasOf(form) };
}

/** Returns the optional columns of the form's file. */
export function dumpExtrasOf({ fileType, columns }: Pick<DumpForm, 'fileType' | 'columns'>): DumpExtra[] {
  return fileType === 'CSV' ? dumpExtras.filter((extra) => columns.includes(extra)) : [];
}

/** The labels of the optional columns. */
export const dumpExtraNames: Readonly<Record<DumpExtra, string>> = {
  utc: 'UTC time (ISO 8601)',
  place: 'Site and place at that time',
};

/** Returns the optional columns of a file: 'None', 'UTC time (ISO 8601)'. */
export function dumpExtrasText({ columns }: Pick<DumpFile, 'columns'>): string {
  return columns.length === 0 ? 'None' : columns.map((extra) => dumpExtraNames[extra]).join(', ');
}

/** Returns 'All', '1 receiver' or '3 receivers'. */
export function dumpReceiversText({ filters: { rxIds } }: Pick<DumpFile, 'filters'>): string {
  if (rxIds === null) return 'All';
  return rxIds.length === 1 ? '1 receiver' : `${countText(rxIds.length)} receivers`;
}

/** Returns the progress of a download: '1.2 MB of 4.5 MB', or '1.2 MB' if the total is unknown. */
export function downloadedText(received: number, size: number | null): string {
  return size === null ? sizeText(received) : `${sizeText(received)} of ${sizeText(size)}`;
}
