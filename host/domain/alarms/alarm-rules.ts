import { alarmCodes } from '#model/entities/alarm-words.ts';
import { memoryLevel, memoryUsedPercent, voltageLevel, type Level } from '#model/entities/receiver-health.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';

/** A receiver's last levels of memory and voltage; null if not known yet. */
export type Levels = { memory: Level | null; voltage: Level | null };

/**
 * Whether a receiver is missed. `missedSince` is when (ms) it went offline, until it is online again or
 * disabled, else null. `goneAlarmed` is true if an alarm was raised for that (ALM-5).
 */
export type MissedState = { missedSince: number | null; goneAlarmed: boolean };

/**
 * The state that alarms depend on. `missedAfterMs` is how long a receiver must be missed before its alarm.
 */
export type Judged = Levels & MissedState & { missedAfterMs: number };

/** An alarm raised at `ts` (ms). `missed` is set if the alarm is for a receiver that went offline. */
export type Raised = { ts: number; code: number; missed?: Missed };
/** When (ms) the silence began, and how many minutes of it cause the alarm. */
export type Missed = { since: number; minutes: number };

/** What a receiver last reported; null for what it never reported. */
type Vitals = { voltage: number | null; memoryUsedMb: number | null; memoryTotalMb: number | null };

/** A low voltage must exceed its limit by this much (V) to count as normal again. */
const voltageMargin = 0.15;

/**
 * Returns the state after a new status, and an alarm if the receiver is back online after one for its
 * silence. A reboot raises none. A disabled receiver does not count as missed, nor does one that goes offline
 * without having been online (`wasOnline`). Only `judgeSilence` raises the alarm for a missed receiver,
 * because only it knows whether the receiver could be heard.
 */
export function judgeStatus<Before extends MissedState>(
  before: Before,
  { status, ts }: { status: number; ts: number },
  wasOnline: boolean,
): { after: Before; raised: Raised[] } {
  const { online, offline, disabled } = receiverStatuses;
  if (status === offline && wasOnline) return { after: { ...before, missedSince: ts, goneAlarmed: false }, raised: [] };
  if (status === disabled) return { after: { ...before, missedSince: null }, raised: [] };
  if (status !== online) return { after: before, raised: [] };
  const raised = before.goneAlarmed ? [{ ts, code: alarmCodes.backOnline }] : [];
  return { after: { ...before, missedSince: null, goneAlarmed: false }, raised };
}

/**
 * Returns when the alarm for a missed receiver is due (ms), or null if none is due or it was already raised.
 */
export function goneAt({ missedSince, goneAlarmed }: MissedState, missedAfterMs: number): number | null {
  return missedSince === null || goneAlarmed ? null : missedSince + missedAfterMs;
}

/**
 * Returns the state at `now` (ms) of a receiver whose status has not changed, and the alarm for its silence.
 * The alarm is never earlier than `audibleAt`: before that time the receiver could not be heard.
 */
export function judgeSilence<Before extends MissedState>(
  before: Before,
  now: number,
  missedAfterMs: number,
  audibleAt = -Infinity,
): { after: Before; raised: Raised[] } {
  const due = goneAt(before, missedAfterMs);
  const ts = due === null ? Infinity : Math.max(due, audibleAt);
  if (due === null || ts > now) return { after: before, raised: [] };
  const missed = { since: due - missedAfterMs, minutes: Math.round(missedAfterMs / 60_000) };
  return { after: { ...before, goneAlarmed: true }, raised: [{ ts, code: alarmCodes.wentOffline, missed }] };
}

/**
 * Returns the levels after new vitals (ALM-6). A value that was never reported leaves its level unchanged.
 */
export function judgeVitals(before: Levels, vitals: Vitals): Levels {
  const { voltage, memoryTotalMb } = vitals;
  const margin = isGood(before.voltage) ? 0 : voltageMargin;
  return {
    memory: memoryTotalMb === null ? before.memory : memoryLevel(memoryUsedPercent(vitals)),
    voltage: voltage === null ? before.voltage : voltageLevel(voltage - margin),
  };
}

/**
 * Returns the codes that a change of levels raises, in order. An unknown level counts as good: a first bad
 * level raises an alarm, a first good one does not.
 */
export function alarmsOfLevels(before: Levels, after: Levels): number[] {
  const codes: number[] = [];
  if ((after.memory ?? 'good') !== (before.memory ?? 'good')) codes.push(memoryAlarms[after.memory ?? 'good']);
  const [wasGood, nowGood] = [isGood(before.voltage), isGood(after.voltage)];
  if (wasGood !== nowGood) codes.push(nowGood ? alarmCodes.voltageNormal : alarmCodes.voltageLow);
  return codes;
}

function isGood(level: Level | null): boolean {
  return (level ?? 'good') === 'good';
}

const memoryAlarms: Readonly<Record<Level, number>> = {
  good: alarmCodes.memoryOk,
  low: alarmCodes.memoryAlmostFull,
  bad: alarmCodes.memoryFull,
};
