import type { TransmitterRow } from './transmitter.ts';

/** Returns ms as seconds: '7.171'. */
export const secondsText = (ms: number): string => String(Math.round(ms) / 1_000);

/**
 * Returns text such as 'measured 7.1 s, registered 14.2 s', for an interval that differs from the registered
 * one.
 */
export function measuredText(measured: number, registered: number): string {
  return `measured ${secondsText(measured)} s, registered ${secondsText(registered)} s`;
}

type Interval = Pick<TransmitterRow, 'emitInterval' | 'emitIntervalVariance'>;

/**
 * Returns true if the measured time (ms) is the emit interval or a multiple of it, up to `most` times, within
 * the tolerance of DET-6.
 */
export function fitsInterval(
  measured: number,
  { emitInterval, emitIntervalVariance, most = Infinity }: Interval & { most?: number },
): boolean {
  const k = Math.min(most, Math.max(1, Math.round(measured / emitInterval)));
  // DET-6: the contacts at both ends of a gap jitter by the variance, and each interval between them adds up
  // to 1 ms.
  return Math.abs(measured - k * emitInterval) <= 2 * emitIntervalVariance + k;
}

/**
 * Returns the text about a transmitter's measured interval (DET-22); null if none was measured, or if it fits
 * the current registration.
 */
export function wrongIntervalText({ measuredInterval, ...interval }: Interval & Pick<TransmitterRow, 'measuredInterval'>) {
  if (measuredInterval === null || fitsInterval(measuredInterval, interval)) return null;
  return measuredText(measuredInterval, interval.emitInterval);
}
