import type { Alarm } from '../entities/alarm.ts';
import { alarmIcon } from '../entities/alarm-words.ts';
import { alarmText } from './alarm-sentence.ts';

/** Which alarms a browser shows by itself (ALM-23), by their icons (ALM-4). */
export const alarmWishes = ['none', 'errors', 'troubles', 'all'] as const;
export type AlarmWish = (typeof alarmWishes)[number];

/** More alarms that come at once are shown as one. */
export const mostAtOnce = 3;

/** What was kept in this browser; 'none' of what this console never kept. */
export function wishOf(kept: string | null): AlarmWish {
  return alarmWishes.find((wish) => wish === kept) ?? 'none';
}

/** True of an alarm that a browser with that wish shows: none of a snoozed receiver (ALM-12). */
export function isWished(wish: AlarmWish, { AlarmCodeId, snoozed }: Pick<Alarm, 'AlarmCodeId' | 'snoozed'>): boolean {
  if (wish === 'none' || snoozed === true) return false;
  const icon = alarmIcon(AlarmCodeId);
  return wish === 'all' || icon === 'error' || (wish === 'troubles' && icon === 'warning');
}

/** What a browser shows: of those with one `tag` it shows one. */
export type ShownAlarm = { readonly tag: string; readonly title: string; readonly body: string };

/**
 * What a browser shows of alarms of a system that came at once, the oldest first: each by its sentence
 * (ALM-21), with the receiver by the name that `nameOf` knows, or how many they are.
 */
export function shownAlarms(
  { mitasId, name }: { mitasId: string; name: string },
  alarms: readonly Alarm[],
  nameOf: (rxId: number) => string | null,
): ShownAlarm[] {
  const sorted = alarms.toSorted((one, other) => one.id - other.id);
  const last = sorted.at(-1);
  if (last === undefined) return [];
  const tagOf = ({ id }: Alarm): string => `alarm ${mitasId} ${id}`;
  if (sorted.length > mostAtOnce) return [{ tag: tagOf(last), title: name, body: `${sorted.length} new alarms` }];
  return sorted.map((alarm) => ({
    tag: tagOf(alarm),
    title: name,
    body: alarmText(alarm, alarm.rxId === undefined ? null : nameOf(alarm.rxId)),
  }));
}
