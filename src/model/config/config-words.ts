import { minus } from '../text/number-text.ts';
import { aresFields } from './ares.ts';
import { frequencyOf, runsOf } from './bins.ts';
import { type Family, fieldsIn } from './config.ts';
import type { ConfigField, Section, TableEntry } from './fields.ts';
import { orionFields } from './orion.ts';

/** The tabs of a family's configuration, in order. Each shows the section of its key (CFG-1). */
export const configTabs = {
  orion: [
    { key: 'general', label: 'General' },
    { key: 'channels', label: 'Channels' },
    { key: 'tags', label: 'Tags' },
    { key: 'advanced', label: 'Advanced' },
  ],
  ares: [
    { key: 'general', label: 'General' },
    { key: 'channels', label: 'Channels' },
    { key: 'decoder', label: 'Decoder' },
    { key: 'filter', label: 'Filter' },
  ],
} as const satisfies Record<Family, readonly { key: string; label: string }[]>;

const partNames: Readonly<Record<string, string>> = {
  general: 'General',
  channels: 'Channels',
  tags: 'Tags',
  advanced: 'Advanced',
  decoder: 'Decoder',
  filter: 'Filter',
  beeper: 'Beeper',
  coded: 'Coded',
  slot1: 'Slot 1',
  slot2: 'Slot 2',
};

/** Returns the name of a section, or of a band by its index. */
export function partName(name: string): string {
  return partNames[name] ?? `Band ${Number(name) + 1}`;
}

/** Returns the path to a field without its own name: 'Channels, Band 2'. */
export function placeName(path: string): string {
  return path
    .split('.')
    .slice(0, -1)
    .filter((name) => name !== 'bands')
    .map(partName)
    .join(', ');
}

/** Returns the full name of a field: 'Channels, Band 2: Base frequency'; its path if the field is unknown. */
export function fieldName(family: Family, path: string): string {
  const found = fieldsIn(family).find((at) => path === at.path || path.startsWith(`${at.path}.`));
  return found === undefined ? path : `${placeName(found.path)}: ${found.field.label}`;
}

/**
 * Returns a field's value as text; '–' if the value is invalid. `baseFrequency` (MHz) is needed to name the
 * frequencies of a band's bins.
 */
export function valueText(field: ConfigField, value: unknown, baseFrequency?: number): string {
  switch (field.kind) {
    case 'flag':
      return value === 1 ? 'On' : 'Off';
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? '–';
    case 'number': {
      if (typeof value !== 'number') return '–';
      return `${field.unit === 'MHz' ? value.toFixed(3) : minus(value)}${field.unit === undefined ? '' : ` ${field.unit}`}`;
    }
    case 'bins':
      return typeof value === 'string' ? binsText(value, baseFrequency) : '–';
    case 'table':
      return Array.isArray(value) ? entriesText(value as readonly TableEntry[], field.unit) : '–';
  }
}

/** The most entries of a list that a line of text names. The text only counts further entries. */
const maxListed = 4;

/** Returns '12 of 200 bins: 150.000 to 150.055 MHz'; without `baseFrequency` only the count. */
export function binsText(bins: string, baseFrequency?: number): string {
  const runs = runsOf(bins);
  const count = runs.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const counted = `${count} of ${bins.length} bins`;
  if (baseFrequency === undefined || count === 0) return counted;
  const at = (bin: number): string => frequencyOf({ baseFrequency }, bin).toFixed(3);
  const listed = runs.slice(0, maxListed).map(({ first, last }) => (first === last ? at(first) : `${at(first)} to ${at(last)}`));
  return `${counted}: ${listed.join(', ')} MHz${moreText(runs.length)}`;
}

function entriesText(entries: readonly TableEntry[], unit: string | undefined): string {
  if (entries.length === 0) return 'Empty';
  const texts = entries.slice(0, maxListed).map(({ content }) => (unit === 'MHz' ? content.toFixed(3) : minus(content)));
  return `${texts.join(', ')}${unit === undefined ? '' : ` ${unit}`}${moreText(entries.length)}`;
}

function moreText(count: number): string {
  return count > maxListed ? ` and ${count - maxListed} more` : '';
}

export function sectionsOf(family: Family): Section {
  return family === 'orion' ? orionFields : aresFields;
}
