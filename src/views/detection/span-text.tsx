import { useTimes } from '../session/use-host-clock.ts';

/** '2026-05-01 14:03 MDT to 2026-05-08 14:03 MDT', of instants in ms since the epoch. */
export function SpanText({ start, end }: { start: number; end: number }) {
  const times = useTimes();
  const at = (ts: number): string => `${times.stamp(ts).slice(0, 16)} ${times.zone(ts)}`;
  return `${at(start)} to ${at(end)}`;
}
