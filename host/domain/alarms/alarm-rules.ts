import { alarmCodes } from '#model/entities/alarm.ts';
import { memoryLevel, memoryUsedPercent, voltageLevel, type Level } from '#model/entities/receiver-health.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';

/**
 * What alarms are judged by. `down` lasts from going offline until online again, whatever lies between
 * (ALM-5).
 */
export type Judged = { down: boolean; memory: Level; voltage: Level };

type Vitals = { voltage: number; memoryUsedMb: number; memoryTotalMb: number };

/** A voltage that trembles at the bound must come back by this much (V) before it counts as normal. */
const voltageMargin = 0.15;

/** `before` with a new status applied. A reboot is nobody's alarm; a disabled receiver is not missed. */
export function judgeStatus(before: Judged, status: number): Judged {
  if (status === receiverStatuses.offline) return { ...before, down: true };
  if (status === receiverStatuses.online || status === receiverStatuses.disabled) return { ...before, down: false };
  return before;
}

/** `before` with newly reported vitals applied; null when nothing is known yet. */
export function judgeVitals(before: Judged | null, vitals: Vitals): Judged {
  const wasLow = before !== null && before.voltage !== 'good';
  const voltage = voltageLevel(wasLow ? vitals.voltage - voltageMargin : vitals.voltage);
  return { down: before?.down ?? false, memory: memoryLevel(memoryUsedPercent(vitals)), voltage };
}

/** The codes that a change raises, in the order they are raised. */
export function alarmsOfChange(before: Judged, after: Judged): number[] {
  const codes: number[] = [];
  if (after.down !== before.down) codes.push(after.down ? alarmCodes.wentOffline : alarmCodes.backOnline);
  if (after.memory !== before.memory) codes.push(memoryAlarms[after.memory]);
  const [wasGood, isGood] = [before.voltage === 'good', after.voltage === 'good'];
  if (wasGood !== isGood) codes.push(isGood ? alarmCodes.voltageNormal : alarmCodes.voltageLow);
  return codes;
}

const memoryAlarms: Readonly<Record<Level, number>> = {
  good: alarmCodes.memoryOk,
  low: alarmCodes.memoryAlmostFull,
  bad: alarmCodes.memoryFull,
};
