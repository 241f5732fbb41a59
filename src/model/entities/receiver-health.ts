import { type Receiver, receiverStatusName } from './receiver.ts';

export type Level = 'good' | 'low' | 'bad';
export type Health = 'disabled' | 'pass' | 'warn' | 'error';

/** Returns the memory used in percent, or null if no card reports (RX-16). */
export function memoryUsedPercent(rx: Pick<Receiver, 'memoryUsedMb' | 'memoryTotalMb'>): number | null {
  if (rx.memoryUsedMb === null || rx.memoryTotalMb === null || rx.memoryTotalMb <= 0) return null;
  return (rx.memoryUsedMb * 100) / rx.memoryTotalMb;
}

/**
 * RX-16: below 90 good, from 90 to below 100 low, from 100 out of memory. No card counts as out of memory,
 * because nothing can be stored.
 */
export function memoryLevel(percent: number | null): Level {
  if (percent === null || percent >= 100) return 'bad';
  return percent >= 90 ? 'low' : 'good';
}

/** Returns '89 %', rounded down: 89.9 % is good, and '90 %' would look low (RX-31). */
export function percentText(percent: number): string {
  return `${Math.floor(percent)} %`;
}

/** Returns 'memory 89 %', or 'No SD card inserted' (RX-19). */
export function memoryUsedText(rx: Pick<Receiver, 'memoryUsedMb' | 'memoryTotalMb'>): string {
  if (rx.memoryTotalMb === null) return 'No SD card inserted';
  const percent = memoryUsedPercent(rx);
  return percent === null ? '–' : `memory ${percentText(percent)}`;
}

/** Returns '9.9 V', rounded down: 9.96 V is low, and '10.0 V' would look good (RX-31). '– V' if unknown. */
export function voltageText(voltage: number | null): string {
  return voltage === null ? '– V' : `${(Math.floor(voltage * 10) / 10).toFixed(1)} V`;
}

/** RX-17: 10 V or above is good, from 8 to below 10 (or null) low, below 8 bad. */
export function voltageLevel(voltage: number | null): Level {
  if (voltage === null) return 'low';
  if (voltage >= 10) return 'good';
  return voltage >= 8 ? 'low' : 'bad';
}

/** False for a receiver that never reported its state, whose card is therefore unknown. */
export function hasReported(rx: Pick<Receiver, 'voltage' | 'memoryUsedMb' | 'memoryTotalMb' | 'firmwareMajor'>): boolean {
  return [rx.voltage, rx.memoryUsedMb, rx.memoryTotalMb, rx.firmwareMajor].some((value) => value !== null);
}

/** RX-15: disabled if not enabled; offline or open is an error; online depends on memory and voltage. */
export function receiverHealth(rx: Receiver): Health {
  if (!rx.enabled) return 'disabled';
  const status = receiverStatusName(rx.status);
  if (status === 'disabled') return 'disabled';
  if (status === 'offline' || status === 'open') return 'error';
  if (!hasReported(rx)) return 'warn';
  const levels = [memoryLevel(memoryUsedPercent(rx)), voltageLevel(rx.voltage)];
  if (levels.includes('bad')) return 'error';
  return levels.every((level) => level === 'good') ? 'pass' : 'warn';
}

/** True for an online receiver with any problem, which gets a warning (NAV-25). */
export function hasWarning(rx: Receiver): boolean {
  return rx.enabled && receiverStatusName(rx.status) === 'online' && receiverHealth(rx) !== 'pass';
}

/**
 * Returns the texts of RX-18 that explain a receiver's health, most serious first; empty if there is nothing
 * to say. In a replay, a receiver that never reported is only replayed (RX-48).
 */
export function receiverHealthTexts(rx: Receiver, isReplay = false): string[] {
  if (!rx.enabled) return ['Disabled'];
  const status = receiverStatusName(rx.status);
  if (status === 'disabled') return ['Disabled'];
  if (status === 'open') return ['Modem online, rx offline'];
  if (status === 'offline') return ['Offline'];
  if (!hasReported(rx)) return [isReplay ? onlyReplayed : couldNotRead];
  const texts: string[] = [];
  const memory = memoryLevel(memoryUsedPercent(rx));
  if (rx.memoryTotalMb === null) texts.push('No memory');
  else if (memory === 'bad') texts.push('Out of memory');
  else if (memory === 'low') texts.push(lowMemoryText);
  if (rx.voltage === null) texts.push(couldNotRead);
  else if (voltageLevel(rx.voltage) !== 'good') texts.push('Low voltage');
  return texts;
}

export const lowMemoryText = 'Low memory';
const couldNotRead = 'Could not read state';
const onlyReplayed = 'Only replayed';

/** Returns a longer text about a receiver that never reported its state (RX-46, RX-48); null for others. */
export function receiverHealthHint(rx: Receiver, isReplay = false): string | null {
  if (receiverHealth(rx) !== 'warn' || hasReported(rx)) return null;
  if (isReplay) return 'Only replayed: its recorded contacts are played as if it heard them now; its state is not known';
  return 'Could not read state: it never reported any, and is known by its contacts alone, sent or imported';
}

/**
 * The dashboard's receiver indicator (RX-20): grey if none is enabled, an error if not all enabled ones are
 * online, otherwise ok.
 */
export function receiverIndicator(receivers: readonly Receiver[]): 'disabled' | 'error' | 'ok' {
  const enabled = receivers.filter((rx) => rx.enabled);
  if (enabled.length === 0) return 'disabled';
  return enabled.every((rx) => receiverStatusName(rx.status) === 'online') ? 'ok' : 'error';
}

/**
 * The dashboard's beacon indicator (REG-13): disabled if there are none, an error if not all were heard
 * recently, otherwise ok.
 */
export function beaconIndicator(all: number, recent: number): 'disabled' | 'error' | 'ok' {
  if (all === 0) return 'disabled';
  return all === recent ? 'ok' : 'error';
}
