import { type Result, accepted, refused } from '../result.ts';
import { binOf, frequencyOf, snapped } from './bins.ts';
import { boundsText } from './field-schema.ts';
import type { TableEntry, TableField } from './fields.ts';
import { type Band, binCount } from './orion.ts';
import { tunable } from './shared-fields.ts';

/**
 * Reads a typed number, which may have a true minus (−) or a decimal comma. Returns null if it is not a
 * number.
 */
export function typedNumber(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/**
 * Reads a typed whole number, which may have thousands separators ('4,200'). Returns null if it is not a
 * number.
 */
export function typedWhole(text: string): number | null {
  return typedNumber(/^[+−-]?\d{1,3}(,\d{3})+$/.test(text.trim()) ? text.replaceAll(',', '') : text);
}

/**
 * Returns the value of an optional field: null if its `text` is empty, NaN if `text` is not a number. `value`
 * is the number in `text`, or null.
 */
export function optionalNumber(value: number | null, text: string): number | null {
  return text.trim() === '' ? null : (value ?? Number.NaN);
}

/**
 * Reads typed bins: '150.12' is the bin at the nearest step of 0.005 MHz, '150.1-150.2' all bins in between.
 */
export function typedBins(band: Pick<Band, 'baseFrequency'>, text: string): Result<{ first: number; last: number }> {
  const [from, to, ...others] = text.split(/\s*–\s*|\s+to\s+|(?<=[\d.])\s*-\s*/).map(typedNumber);
  if (from === null || from === undefined || to === null || others.length > 0)
    return refused('Enter a frequency such as 150.120, or a range such as 150.100-150.200');
  const bins = [from, to ?? from].map((frequency) =>
    frequency < tunable.min || frequency > tunable.max ? null : binOf(band, snapped(frequency, tunable)),
  );
  const [one, other] = bins;
  if (one === null || one === undefined || other === null || other === undefined) {
    const [low, high] = [frequencyOf(band, 0), frequencyOf(band, binCount - 1)].map((frequency) => frequency.toFixed(3));
    return refused(`This band reaches from ${low} to ${high} MHz`);
  }
  return accepted({ first: Math.min(one, other), last: Math.max(one, other) });
}

/** Adds one or several typed numbers to the end of a table, without duplicates. */
export function withTyped(field: TableField, entries: readonly TableEntry[], text: string): Result<readonly TableEntry[]> {
  const words = text.split(/[\s;]+|,\s+/).filter((word) => word !== '');
  const numbers = words.map(typedNumber);
  const bad = words.find((_, at) => !isWithin(field, numbers[at] ?? null));
  if (words.length === 0 || bad !== undefined)
    return refused(bad === undefined ? boundsText(field) : `${bad}: ${boundsText(field)}`);
  return withEntries(field, entries, numbers as number[]);
}

/**
 * Adds the numbers that a table does not have yet. Refuses them if the table would become too long. Rounds
 * frequencies to 0.001 MHz, as they are shown, so that no two entries look the same.
 */
export function withEntries(
  field: TableField,
  entries: readonly TableEntry[],
  numbers: readonly number[],
): Result<readonly TableEntry[]> {
  const present = new Set(entries.map(({ content }) => shownNumber(field, content)));
  const added = [...new Set(numbers.map((number) => shownNumber(field, number)))].filter((content) => !present.has(content));
  if (entries.length + added.length > field.maxLength) return refused(`At most ${field.maxLength} entries`);
  const next = Math.max(0, ...entries.map(({ id }) => id)) + 1;
  return accepted([...entries, ...added.map((content, at) => ({ id: next + at, content }))]);
}

function isWithin(field: TableField, value: number | null): boolean {
  if (value === null) return false;
  const { min, max, whole } = field;
  const shown = shownNumber(field, value);
  return shown > min && shown < max && (!whole || Number.isInteger(value));
}

/** Rounds a number as it is shown: frequencies to 0.001 MHz. */
export function shownNumber({ unit }: { unit?: string | undefined }, value: number): number {
  return unit === 'MHz' ? Math.round(value * 1_000) / 1_000 : value;
}
