import type { Alarm } from '../entities/alarm.ts';
import { alarmIcon } from '../entities/alarm-words.ts';
import { alarmText } from './alarm-sentence.ts';

/** The choices of alarms for which a browser shows notifications (ALM-23), by their icons (ALM-4). */
export const alarmWishes = ['none', 'errors', 'troubles', 'all'] as const;
export type AlarmWish = (typeof alarmWishes)[number];

/** If more alarms than this arrive at once, they are shown as one notification. */
export const mostAtOnce = 3;

/** Returns the choice stored in this browser; 'none' for an unknown value. */
export function wishOf(kept: string | null): AlarmWish {
  return alarmWishes.find((wish) => wish === kept) ?? 'none';
}

/**
 * Returns true if a browser with this choice shows the alarm. Alarms of snoozed receivers are never shown
 * (ALM-12).
 */
export function isWished(wish: AlarmWish, { AlarmCodeId, snoozed }: Pick<Alarm, 'AlarmCodeId' | 'snoozed'>): boolean {
  if (wish === 'none' || snoozed === true) return false;
  const icon = alarmIcon(AlarmCodeId);
  return wish === 'all' || icon === 'error' || (wish === 'troubles' && icon === 'warning');
}

/** A browser notification; a newer one with the same `tag` replaces it. */
export type ShownAlarm = { readonly tag: string; readonly title: string; readonly body: string };

/**
 * Returns the notifications for alarms of one system that arrived together. If there are at most
 * `mostAtOnce`, each alarm has its own with its sentence (ALM-21), oldest first; otherwise a single one has
 * their count. `nameOf` returns a receiver's name.
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
