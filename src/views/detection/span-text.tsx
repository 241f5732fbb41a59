import { useTimes } from '../session/use-host-clock.ts';

/** Shows a time span, given in ms since the epoch, as '2026-05-01 14:03 MDT to 2026-05-08 14:03 MDT'. */
export function SpanText({ start, end }: { start: number; end: number }) {
  const times = useTimes();
  const at = (ts: number): string => `${times.stamp(ts).slice(0, 16)} ${times.zone(ts)}`;
  return `${at(start)} to ${at(end)}`;
}
