import { alarmCodes } from '#model/entities/alarm.ts';
import { memoryLevel, memoryUsedPercent, voltageLevel, type Level } from '#model/entities/receiver-health.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';

/** How memory and voltage of a receiver were judged last; null of what was not judged yet. */
export type Levels = { memory: Level | null; voltage: Level | null };

/**
 * What alarms are judged by. `down` lasts from going offline until online again, whatever lies between
 * (ALM-5).
 */
export type Judged = Levels & { down: boolean };

/** What is known of a receiver; null of what it never said. */
type Vitals = { voltage: number | null; memoryUsedMb: number | null; memoryTotalMb: number | null };

/** A voltage that trembles at the bound must come back by this much (V) before it counts as normal. */
const voltageMargin = 0.15;

/** `before` with a new status applied. A reboot is nobody's alarm; a disabled receiver is not missed. */
export function judgeStatus(before: Judged, status: number): Judged {
  if (status === receiverStatuses.offline) return { ...before, down: true };
  if (status === receiverStatuses.online || status === receiverStatuses.disabled) return { ...before, down: false };
  return before;
}

/** The code that going down, or coming back, raises (ALM-5). */
export function alarmsOfDown(before: Judged, after: Judged): number[] {
  if (after.down === before.down) return [];
  return [after.down ? alarmCodes.wentOffline : alarmCodes.backOnline];
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
