import { type Receiver, receiverStatusName } from './receiver.ts';

export type Level = 'good' | 'low' | 'bad';
export type Health = 'disabled' | 'pass' | 'warn' | 'error';

/** Returns the used memory in percent; null if the receiver reports no memory card (RX-16). */
export function memoryUsedPercent(rx: Pick<Receiver, 'memoryUsedMb' | 'memoryTotalMb'>): number | null {
  if (rx.memoryUsedMb === null || rx.memoryTotalMb === null || rx.memoryTotalMb <= 0) return null;
  return (rx.memoryUsedMb * 100) / rx.memoryTotalMb;
}

/**
 * Returns the level of the used memory (RX-16): 'good' below 90 %, 'low' from 90 % to below 100 %, 'bad' from
 * 100 %. No card (null) is also 'bad', because nothing can be stored.
 */
export function memoryLevel(percent: number | null): Level {
  if (percent === null || percent >= 100) return 'bad';
  return percent >= 90 ? 'low' : 'good';
}

/** Returns '89 %', rounded down, because 89.9 % is good and '90 %' would look low (RX-31). */
export function percentText(percent: number): string {
  return `${Math.floor(percent)} %`;
}

/** Returns 'memory 89 %', 'No SD card inserted' (RX-19), or '–' if the percentage is unknown. */
export function memoryUsedText(rx: Pick<Receiver, 'memoryUsedMb' | 'memoryTotalMb'>): string {
  if (rx.memoryTotalMb === null) return 'No SD card inserted';
  const percent = memoryUsedPercent(rx);
  return percent === null ? '–' : `memory ${percentText(percent)}`;
}

/**
 * Returns '9.9 V', rounded down, because 9.96 V is low and '10.0 V' would look good (RX-31). Returns '– V' if
 * the voltage is unknown.
 */
export function voltageText(voltage: number | null): string {
  return voltage === null ? '– V' : `${(Math.floor(voltage * 10) / 10).toFixed(1)} V`;
}

/**
 * Returns the level of a voltage (RX-17): 'good' from 10 V, 'low' from 8 V to below 10 V or if unknown, 'bad'
 * below 8 V.
 */
export function voltageLevel(voltage: number | null): Level {
  if (voltage === null) return 'low';
  if (voltage >= 10) return 'good';
  return voltage >= 8 ? 'low' : 'bad';
}

/** Returns false for a receiver that never reported its state. Whether it has a card is then unknown. */
export function hasReported(rx: Pick<Receiver, 'voltage' | 'memoryUsedMb' | 'memoryTotalMb' | 'firmwareMajor'>): boolean {
  return [rx.voltage, rx.memoryUsedMb, rx.memoryTotalMb, rx.firmwareMajor].some((value) => value !== null);
}

/**
 * Returns the health of a receiver (RX-15): 'disabled' if it is not enabled, 'error' if it is offline or
 * open, 'warn' if it never reported its state. Otherwise memory and voltage decide.
 */
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

/** Returns true for an online receiver with any problem, which gets a warning (NAV-25). */
export function hasWarning(rx: Receiver): boolean {
  return rx.enabled && receiverStatusName(rx.status) === 'online' && receiverHealth(rx) !== 'pass';
}

/**
 * Returns the texts of RX-18 that explain a receiver's health, most serious first; an empty list if there is
 * nothing to say. In a replay, the text for a receiver that never reported is 'Only replayed' (RX-48).
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
 * Returns the dashboard's receiver indicator (RX-20): 'disabled' if no receiver is enabled, 'error' if not
 * all enabled ones are online, otherwise 'ok'.
 */
export function receiverIndicator(receivers: readonly Receiver[]): 'disabled' | 'error' | 'ok' {
  const enabled = receivers.filter((rx) => rx.enabled);
  if (enabled.length === 0) return 'disabled';
  return enabled.every((rx) => receiverStatusName(rx.status) === 'online') ? 'ok' : 'error';
}

/**
 * Returns the dashboard's beacon indicator (REG-13): 'disabled' if there are no beacons, 'error' if not all
 * of them were heard recently, otherwise 'ok'.
 */
export function beaconIndicator(all: number, recent: number): 'disabled' | 'error' | 'ok' {
  if (all === 0) return 'disabled';
  return all === recent ? 'ok' : 'error';
}
