import * as v from 'valibot';
import { contactSchema, maxAntennas, noCode } from '../entities/contact.ts';
import type { AddressCodec } from '../navigation/address-codec.ts';
import { leftOut } from '../navigation/left-out.ts';
import type { GroupFocus } from './group-focus.ts';
import {
  type ContactFilters,
  defaultSettings,
  displays,
  type GroupKind,
  groupKinds,
  type StreamSettings,
  type TimeLimit,
} from './live-settings.ts';

const timeTexts: Readonly<Record<TimeLimit, string>> = { 30_000: '30s', 60_000: '1min', 300_000: '5min' };
const timeLimits = new Map(Object.entries(timeTexts).map(([ms, text]) => [text, Number(ms) as TimeLimit]));

/** The text that means 'without a code' in the address. */
const noCodeText = 'none';

/** What each part of the address accepts, for the message to people who typed it. */
const takes: Readonly<Record<GroupKind | 'groupBy' | 'timeLimit' | 'display' | GroupFocus['mode'], string>> = {
  groupBy: 'rxId, ant, type, freq or code',
  timeLimit: '30s, 1min or 5min',
  display: 'chart or table',
  only: 'a value of what is grouped by',
  without: 'a value of what is grouped by',
  rxId: 'numbers of receivers',
  ant: `numbers from 1 to ${maxAntennas}`,
  type: 'numbers of types, such as 18',
  freq: 'frequencies in MHz, such as 150.05',
  code: `numbers of codes, or ${noCodeText}`,
};

/**
 * Reads and writes the settings of the live stream in its address (LIVE-20), such as
 * '?groupBy=code&timeLimit=1min&display=table' or '?ant=1,2&freq=150.05&code=17,none'. Defaults are not
 * written, and unknown names are ignored. Of a list, the valid values are kept.
 */
export const streamAddress: AddressCodec<StreamSettings> = { read, write };

function read(search: string): { state: StreamSettings; refused: readonly string[] } {
  const params = new URLSearchParams(search);
  const refused: string[] = [];
  const refuse = (name: keyof typeof takes, text: string): void => {
    refused.push(leftOut(name, text, `must be ${takes[name]}`));
  };
  const choice = <T>(name: keyof typeof takes, byDefault: T, find: (text: string) => T | undefined): T => {
    const text = params.get(name) ?? '';
    const found = find(text);
    if (found === undefined && text !== '') refuse(name, text);
    return found ?? byDefault;
  };
  const values = (kind: GroupKind): readonly number[] => {
    const texts = params.getAll(kind).flatMap((list) => list.split(','));
    const found = texts.filter((text) => text !== '').map((text) => ({ text, value: valueIn(kind, text) }));
    for (const { text, value } of found) if (value === undefined) refuse(kind, text);
    return [...new Set(found.flatMap(({ value }) => (value === undefined ? [] : [value])))];
  };
  const groupBy = choice('groupBy', defaultSettings.groupBy, (text) => groupKinds.find((kind) => kind === text));
  const focused = (mode: GroupFocus['mode']): GroupFocus | null =>
    choice<GroupFocus | null>(mode, null, (text) => {
      const value = valueIn(groupBy, text);
      return value === undefined ? undefined : { mode, value };
    });
  const state: StreamSettings = {
    groupBy,
    timeLimit: choice('timeLimit', defaultSettings.timeLimit, (text) => timeLimits.get(text)),
    display: choice('display', defaultSettings.display, (text) => displays.find((display) => display === text)),
    filters: Object.fromEntries(groupKinds.map((kind) => [kind, values(kind)])) as ContactFilters,
    focus: focused('only') ?? focused('without'),
  };
  return { state, refused };
}

function write({ groupBy, timeLimit, display, filters, focus }: StreamSettings): string {
  const params = new URLSearchParams();
  if (groupBy !== defaultSettings.groupBy) params.set('groupBy', groupBy);
  if (timeLimit !== defaultSettings.timeLimit) params.set('timeLimit', timeTexts[timeLimit]);
  if (display !== defaultSettings.display) params.set('display', display);
  for (const kind of groupKinds) if (filters[kind].length > 0) params.set(kind, filters[kind].map(textOf).join(','));
  if (focus !== null) params.set(focus.mode, textOf(focus.value));
  const text = params.toString();
  return text === '' ? '' : `?${text.replaceAll('%2C', ',')}`;
}

function textOf(value: number): string {
  return value === noCode ? noCodeText : String(value);
}

/** Reads a value of a kind, within the same bounds as in contacts; undefined for anything else. */
function valueIn(kind: GroupKind, text: string): number | undefined {
  if (kind === 'code' && text === noCodeText) return noCode;
  if (!/^-?\d{1,15}(\.\d{1,3})?$/.test(text)) return undefined;
  const parsed = v.safeParse(contactSchema.entries[kind], Number(text));
  return parsed.success ? parsed.output : undefined;
}
