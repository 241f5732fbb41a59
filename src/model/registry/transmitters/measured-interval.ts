import type { TransmitterRow } from './transmitter.ts';

/** '7.171', of ms. */
export const secondsText = (ms: number): string => String(Math.round(ms) / 1_000);

/** 'measured 7.1 s, registered 14.2 s', of a transmitter that emits otherwise than it is registered. */
export function measuredText(measured: number, registered: number): string {
  return `measured ${secondsText(measured)} s, registered ${secondsText(registered)} s`;
}

type Interval = Pick<TransmitterRow, 'emitInterval' | 'emitIntervalVariance'>;

/** True where what was measured (ms) is the emit interval, or at `most` so many of them, within DET-6. */
export function fitsInterval(
  measured: number,
  { emitInterval, emitIntervalVariance, most = Infinity }: Interval & { most?: number },
): boolean {
  const k = Math.min(most, Math.max(1, Math.round(measured / emitInterval)));
  // DET-6: both hits of a gap jitter, and each burst between them by up to a ms.
  return Math.abs(measured - k * emitInterval) <= 2 * emitIntervalVariance + k;
}

/**
 * What is said of a transmitter (DET-22); null where nothing else was measured, or where what was measured
 * fits what is registered by now.
 */
export function wrongIntervalText({ measuredInterval, ...interval }: Interval & Pick<TransmitterRow, 'measuredInterval'>) {
  if (measuredInterval === null || fitsInterval(measuredInterval, interval)) return null;
  return measuredText(measuredInterval, interval.emitInterval);
}
