import { type Beacon, beaconPurpose } from '../entities/beacon.ts';
import type { BeaconsModel } from '../journal/screen-models/beacons.ts';
import { countText } from '../text/number-text.ts';

type Sender = { id: number; serialNumber: string; purpose: number };

/**
 * The fewest hits in the past 7 days (one an hour) with which an antenna counts as silent in the past hour.
 * Antennas with fewer hits may have decoded only noise.
 */
const minRegularHits = 7 * 24;

/**
 * A beacon of the page (REG-26): its hits in the past hour, and the antennas that heard it regularly in the
 * past 7 days but not in the past hour (`silent`).
 */
export type HeardBeacon = {
  id: number;
  serialNumber: string;
  hits: number;
  rxCount: number;
  antCount: number;
  silent: readonly Beacon[];
};

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns the beacons heard in the past 7 days, by serial number. */
export function beaconRows(senders: readonly Sender[], { all, recent }: NonNullable<BeaconsModel['summary']>): HeardBeacon[] {
  const isSame = (one: Beacon, other: Beacon): boolean =>
    one.ReceiverId === other.ReceiverId && one.antenna === other.antenna && one.TransmitterId === other.TransmitterId;
  return senders
    .filter(({ id, purpose }) => purpose === beaconPurpose && all.some(({ TransmitterId }) => TransmitterId === id))
    .toSorted((one, other) => byName.compare(one.serialNumber, other.serialNumber))
    .map(({ id, serialNumber }) => {
      const heard = recent.filter(({ TransmitterId }) => TransmitterId === id);
      return {
        id,
        serialNumber,
        hits: heard.reduce((sum, { hits }) => sum + hits, 0),
        rxCount: new Set(heard.map(({ ReceiverId }) => ReceiverId)).size,
        antCount: heard.length,
        silent: all.filter(
          (one) => one.TransmitterId === id && one.hits >= minRegularHits && !heard.some((other) => isSame(one, other)),
        ),
      };
    });
}

/** Returns text such as '1,284 hits across 3 receiver(s) and 7 antenna(s) in the past hour'. */
export function hitsText({ hits, rxCount, antCount }: Pick<HeardBeacon, 'hits' | 'rxCount' | 'antCount'>): string {
  return `${countText(hits)} hits across ${rxCount} receiver(s) and ${antCount} antenna(s) in the past hour`;
}
