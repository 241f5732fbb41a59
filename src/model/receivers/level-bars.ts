import { type Level, memoryLevel, percentText, voltageLevel, voltageText } from '../entities/receiver-health.ts';

/** How much of a bar is filled and where its limits are notched, in percent of it. */
export type LevelBar = { readonly level: Level; readonly filled: number; readonly limits: readonly number[] };

/** Up to how many volts a bar goes, as the charts of voltage do. */
const fullVoltage = 16;

function ofVoltage(voltage: number): number {
  return Math.min(100, Math.max(0, (voltage * 100) / fullVoltage));
}

/** The bar of memory used, with the limit of RX-16; `percent` is null where nobody knows. */
export function memoryBar(percent: number | null): LevelBar | null {
  if (percent === null) return null;
  return { level: memoryLevel(percent), filled: Math.min(100, Math.max(0, percent)), limits: [90] };
}

/** The bar of a voltage, with the limits of RX-17. */
export function voltageBar(voltage: number | null): LevelBar | null {
  return voltage === null
    ? null
    : { level: voltageLevel(voltage), filled: ofVoltage(voltage), limits: [ofVoltage(8), ofVoltage(10)] };
}

/** What the marks beside the bars mean, level by level. */
export const levelLegend: readonly { level: Level; text: string }[] = [
  { level: 'good', text: `Good: memory below ${percentText(90)}, ${voltageText(10)} or more` },
  { level: 'low', text: `Low: memory from ${percentText(90)}, below ${voltageText(10)}` },
  { level: 'bad', text: `Bad: memory full, below ${voltageText(8)}` },
];
