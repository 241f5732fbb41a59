import { roundOf } from '#model/config/listening.ts';
import { alarmCodes } from '#model/entities/alarm-words.ts';
import { leastHourlyHits, silenceMs } from '../../domain/alarms/index.ts';
import type { Db } from '../../platform/store/database.ts';
import type { NewAlarm } from '../../platform/store/fleet/alarms.ts';
import { watchedBeacons, writeBeaconHearings } from '../../platform/store/fleet/beacons.ts';
import { foundingConfig } from './founding-config.ts';
import { hearingsBetween } from './happenings.ts';
import { workingIn } from './history.ts';
import { listenerOf } from './listener.ts';
import type { World } from './world.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/**
 * The last hour in which an antenna heard a beacon before its battery was empty, and how long (ms) the beacon
 * was silent before the alarm (ALM-20).
 */
type Silence = {
  serialNumber: string;
  receiver: number;
  ant: number;
  hour: number;
  hits: number;
  since: number;
  silentMs: number;
};

/** Returns which antennas heard the beacons that fell silent before the study begins (SIM-14). Pure. */
export function silencesOf(world: World): Silence[] {
  const quiet = world.receivers.map((receiver) => ({
    ...listenerOf(receiver, receiver, foundingConfig(world, receiver)),
    noise: null,
  }));
  const turns = new Map(world.receivers.map((receiver) => [receiver.key, roundOf(foundingConfig(world, receiver)).turns]));
  return world.transmitters.flatMap((transmitter) => {
    const { until, serialNumber, emitInterval, emitIntervalVariance } = transmitter;
    if (until === undefined) return [];
    const period = { from: Math.floor(until / hourMs) * hourMs - hourMs, to: until };
    const heard = hearingsBetween({ ...world, transmitters: [transmitter] }, quiet, period, workingIn(world, quiet, period));
    const hours = Map.groupBy(heard, ({ receiver, ant, ts }) => `${receiver} ${ant} ${Math.floor(ts / hourMs)}`);
    const often = [...hours.values()].flatMap((hits) => {
      const { receiver, ant, ts } = hits[0]!;
      const silentMs = silenceMs(emitInterval + emitIntervalVariance, turns.get(receiver) ?? 1);
      const hour = Math.floor(ts / hourMs) * hourMs;
      return hits.length < leastHourlyHits
        ? []
        : [{ serialNumber, receiver, ant, hour, hits: hits.length, since: until, silentMs }];
    });
    // Hours are in time order, so the last hour of each antenna remains.
    return [...new Map(often.map((one) => [`${one.receiver} ${one.ant}`, one])).values()];
  });
}

/** Returns the alarms of these silences, for receivers with these ids. */
export function alarmsOfSilences(silences: readonly Silence[], rxIds: readonly number[]): NewAlarm[] {
  return silences.map(({ serialNumber, receiver, since, silentMs }) => ({
    rxId: rxIds[receiver] as number,
    code: alarmCodes.beaconSilent,
    at: since + silentMs,
    alias: serialNumber,
    missed: { since, minutes: Math.floor(silentMs / minuteMs) },
  }));
}

/** Stores these silences as already reported, so that the host does not raise their alarms again. */
export async function keepSilences(
  db: Db,
  systemId: string,
  silences: readonly Silence[],
  rxIds: readonly number[],
): Promise<void> {
  const ids = new Map((await watchedBeacons(db, systemId)).map(({ id, serialNumber }) => [serialNumber, id]));
  await writeBeaconHearings(
    db,
    silences.flatMap(({ serialNumber, receiver, ant, hour, hits, since }) => {
      const transmitterId = ids.get(serialNumber);
      const hearing = { rxId: rxIds[receiver] as number, ant, hour, hits, heardAt: since, isSilent: true };
      return transmitterId === undefined ? [] : [{ transmitterId, ...hearing }];
    }),
  );
}
