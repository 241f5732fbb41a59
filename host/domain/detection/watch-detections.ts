import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import { eachOf } from '../../platform/each-of.ts';
import { lookAndWarn } from '../../platform/bus/looks.ts';
import type { Database } from '../../platform/store/database.ts';
import { systemsToFollow } from '../../platform/store/detection/followed-hours.ts';
import { SystemFollower } from './follow-system.ts';

/**
 * How often passes start (ms). A contact is detected at most this time, plus that of a pass, after it
 * arrived.
 */
const passEachMs = 2_000;

const idleMs = 10 * 60_000;

/**
 * How often consoles are notified of detected beacons (ms): these are heard all the time, and each console
 * then requests 7 days of them.
 */
const beaconsEachMs = 30_000;

export type DetectionParts = { database: Database; bus: Bus; log: Logger; now?: () => number };

/**
 * Follows what each system hears, and stores what is detected (DET-14), on one host at a time. Notifies the
 * consoles that show tags or beacons of changes.
 */
export function watchDetections({ database, bus, log, now = Date.now }: DetectionParts): { close(): Promise<void> } {
  const followers = new Map<string, SystemFollower>();
  const heardAt = new Map<string, number>();
  /** The systems with changes of beacons to publish, and when (ms) each last published some. */
  const beaconsDue = new Set<string>();
  const beaconsPublishedAt = new Map<string, number>();
  let isClosing = false;

  /** Frees the memory of systems that have been quiet for long. Their state is read again when needed. */
  function forgetQuiet(): void {
    for (const [id, at] of heardAt) {
      if (now() - at <= idleMs) continue;
      followers.delete(id);
      heardAt.delete(id);
      beaconsPublishedAt.delete(id);
    }
  }

  function publish(systemId: string, what: 'tags' | 'beacons'): void {
    bus.publish({ kind: 'message', mitasId: systemId, message: { type: 'invalidate', payload: [what] } });
  }

  /** Publishes the changed beacons of each system, at most once per `beaconsEachMs`. */
  function publishBeacons(): void {
    for (const id of beaconsDue) {
      if (now() - (beaconsPublishedAt.get(id) ?? -Infinity) < beaconsEachMs) continue;
      beaconsDue.delete(id);
      beaconsPublishedAt.set(id, now());
      publish(id, 'beacons');
    }
  }

  /** Makes a pass; returns whether more hours wait. */
  async function pass(systemId: string): Promise<boolean> {
    const follower = followers.get(systemId) ?? new SystemFollower(database, systemId);
    followers.set(systemId, follower);
    heardAt.set(systemId, now());
    const result = await follower.pass(now());
    if (result?.tags) publish(systemId, 'tags');
    if (result?.beacons) beaconsDue.add(systemId);
    return result?.isMore ?? false;
  }

  const looks = lookAndWarn({
    bus,
    eachMs: passEachMs,
    look: async () => {
      forgetQuiet();
      // Systems take turns, so that one with much to follow does not delay the others.
      for (let isMore = true; isMore && !isClosing;) {
        isMore = false;
        await eachOf(await systemsToFollow(database), async (id) => {
          if (await pass(id)) isMore = true;
        });
        publishBeacons();
      }
    },
    log,
    failure: 'detections are behind: contacts could not be followed; retrying',
  });
  return {
    close: () => {
      isClosing = true;
      return looks.close();
    },
  };
}
