import type { TransmitterRow } from './transmitter.ts';

const secondsText = (ms: number): string => String(Math.round(ms / 10) / 100);

/** 'measured 7.1 s, registered 14.2 s', of a transmitter that emits otherwise than it is registered. */
export function measuredText(measured: number, registered: number): string {
  return `measured ${secondsText(measured)} s, registered ${secondsText(registered)} s`;
}

/**
 * What is said of a transmitter (DET-22); null where nothing else was measured, or where what was measured
 * fits what is registered by now.
 */
export function wrongIntervalText({
  measuredInterval: measured,
  emitInterval,
  emitIntervalVariance,
}: Pick<TransmitterRow, 'measuredInterval' | 'emitInterval' | 'emitIntervalVariance'>): string | null {
  if (measured === null) return null;
  const k = Math.max(1, Math.round(measured / emitInterval));
  // DET-6: both hits of a gap jitter, and each burst between them by up to a ms.
  const isFit = Math.abs(measured - k * emitInterval) <= 2 * emitIntervalVariance + k;
  return isFit ? null : measuredText(measured, emitInterval);
}
