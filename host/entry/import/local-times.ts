/// <reference lib="esnext.temporal" />
import { isTimezone } from '#model/time/timezone.ts';
import { zoneMinutes } from '../../domain/contacts/instant.ts';

/**
 * Returns the instants (ms since the epoch) at which a timezone's clocks show a local time (ms as if it were
 * UTC), in order: usually one, two in an hour that the clocks repeat, none in an hour that they skip.
 */
export type LocalTimes = (localMs: number) => readonly number[];

const minute = 60_000;
/**
 * The most minutes that are remembered. Clocks change at whole minutes (in Newfoundland at 00:01). A year has
 * half a million minutes.
 */
const maxKnown = 100_000;

/** Returns the function for 'Z', '±hh:mm' or an IANA timezone; null for an unknown one. */
export function localTimes(zone: string): LocalTimes | null {
  const fixed = zoneMinutes(zone.toUpperCase());
  if (fixed !== null) return (localMs) => [localMs - fixed * minute];
  if (!isTimezone(zone)) return null;
  const known = new Map<number, readonly number[]>();
  return (localMs) => {
    const start = Math.floor(localMs / minute) * minute;
    let offsets = known.get(start);
    if (offsets === undefined) {
      if (known.size >= maxKnown) known.clear();
      offsets = instantsOf(start, zone).map((instant) => instant - start);
      known.set(start, offsets);
    }
    return offsets.map((offset) => localMs + offset);
  };
}

function instantsOf(localMs: number, zone: string): number[] {
  const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime();
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }),
  );
  if (earlier === undefined || later === undefined || !earlier.toPlainDateTime().equals(local)) return [];
  return earlier.equals(later) ? [earlier.epochMilliseconds] : [earlier.epochMilliseconds, later.epochMilliseconds];
}
