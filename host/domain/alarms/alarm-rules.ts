import { alarmCodes } from '#model/entities/alarm-words.ts';
import { memoryLevel, memoryUsedPercent, voltageLevel, type Level } from '#model/entities/receiver-health.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';

/** How memory and voltage of a receiver were judged last; null of what was not judged yet. */
export type Levels = { memory: Level | null; voltage: Level | null };

/**
 * How a receiver that may be gone stands: since when (ms) it is missed, from going offline until it is online
 * again, whatever lies between; and whether an alarm said so (ALM-5).
 */
export type MissedState = { missedSince: number | null; goneAlarmed: boolean };

/** What alarms are judged by; `missedAfterMs`: for so long one is missed before an alarm says so. */
export type Judged = Levels & MissedState & { missedAfterMs: number };

/** An alarm that is raised at `ts` (ms); `missed` of one that went offline. */
export type Raised = { ts: number; code: number; missed?: Missed };
/** Since when (ms), and for how many minutes before it was told. */
export type Missed = { since: number; minutes: number };

/** What is known of a receiver; null of what it never said. */
type Vitals = { voltage: number | null; memoryUsedMb: number | null; memoryTotalMb: number | null };

/** A voltage that trembles at the bound must come back by this much (V) before it counts as normal. */
const voltageMargin = 0.15;

/**
 * The standing after a new status, and the alarm that it raises. A reboot is nobody's alarm, and a disabled
 * receiver is not missed; nor is one that goes offline and was not online before (`wasOnline`). That it is
 * gone is found by who looks (`judgeSilence`) alone: nobody else knows whether it could be heard.
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

/** When an alarm says that a receiver is gone (ms), whose standing this is; null for never, or not again. */
export function goneAt({ missedSince, goneAlarmed }: MissedState, missedAfterMs: number): number | null {
  return missedSince === null || goneAlarmed ? null : missedSince + missedAfterMs;
}

/**
 * The standing at `now` (ms) of a receiver whose status is what it was, and the alarm of its silence, which
 * is of no time before `audibleAt`: until then it had no chance to be heard.
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

/** The levels after newly reported vitals (ALM-6); what was never said is not judged. */
export function judgeVitals(before: Levels, vitals: Vitals): Levels {
  const { voltage, memoryTotalMb } = vitals;
  const margin = isGood(before.voltage) ? 0 : voltageMargin;
  return {
    memory: memoryTotalMb === null ? before.memory : memoryLevel(memoryUsedPercent(vitals)),
    voltage: voltage === null ? before.voltage : voltageLevel(voltage - margin),
  };
}

/**
 * The codes that a change of the levels raises, in the order they are raised. What was not judged yet counts
 * as good: who is full from the first word on is told of, and nobody is told that all is as it should be.
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
