import { type Level, memoryLevel, percentText, voltageLevel, voltageText } from '../entities/receiver-health.ts';

/** How much of a bar is filled and where its limits are marked, both in percent of its width. */
export type LevelBar = { readonly level: Level; readonly filled: number; readonly limits: readonly number[] };

/** The voltage of a full bar, the same as in voltage charts. */
const fullVoltage = 16;

function ofVoltage(voltage: number): number {
  return Math.min(100, Math.max(0, (voltage * 100) / fullVoltage));
}

/** Returns the bar of memory used, with the limit of RX-16; `percent` is null if unknown. */
export function memoryBar(percent: number | null): LevelBar | null {
  if (percent === null) return null;
  return { level: memoryLevel(percent), filled: Math.min(100, Math.max(0, percent)), limits: [90] };
}

/** Returns the bar of a voltage, with the limits of RX-17. */
export function voltageBar(voltage: number | null): LevelBar | null {
  return voltage === null
    ? null
    : { level: voltageLevel(voltage), filled: ofVoltage(voltage), limits: [ofVoltage(8), ofVoltage(10)] };
}

/** Explains the marks beside the bars, one entry per level. */
export const levelLegend: readonly { level: Level; text: string }[] = [
  { level: 'good', text: `Good: memory below ${percentText(90)}, ${voltageText(10)} or more` },
  { level: 'low', text: `Low: memory from ${percentText(90)}, below ${voltageText(10)}` },
  { level: 'bad', text: `Bad: memory full, below ${voltageText(8)}` },
];
