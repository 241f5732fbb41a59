import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import { eachOf } from '../../platform/each-of.ts';
import { Looks } from '../../platform/bus/looks.ts';
import type { Database } from '../../platform/store/database.ts';
import { systemsToFollow } from '../../platform/store/detection/followed-hours.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { SystemFollower } from './follow-system.ts';

/** A contact is detected within this and the time of a pass. */
const passEachMs = 2_000;

const idleMs = 10 * 60_000;

/**
 * How often consoles hear that beacons were detected (ms): beacons are heard all the time, and each console
 * then asks for 7 days of them.
 */
const beaconsEachMs = 30_000;

export type DetectionParts = { database: Database; bus: Bus; log: Logger; now?: () => number };

/**
 * Follows what each system hears, and keeps what is detected (DET-14), by one host at a time. Consoles that
 * show tags or beacons hear of it when one was heard.
 */
export function watchDetections({ database, bus, log, now = Date.now }: DetectionParts): { close(): Promise<void> } {
  const followers = new Map<string, SystemFollower>();
  const heardAt = new Map<string, number>();
  /** Systems whose beacons were detected since consoles heard of it, and when (ms) these heard last. */
  const beaconsDue = new Set<string>();
  const beaconsPublishedAt = new Map<string, number>();
  let isWarned = false;
  let isClosing = false;

  /** A system that is quiet for long needs no memory: it is read again when it is heard. */
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

  /** What comes within the rest is published at its end, also where nothing more comes. */
  function publishBeacons(): void {
    for (const id of beaconsDue) {
      if (now() - (beaconsPublishedAt.get(id) ?? -Infinity) < beaconsEachMs) continue;
      beaconsDue.delete(id);
      beaconsPublishedAt.set(id, now());
      publish(id, 'beacons');
    }
  }

  /** One pass; answers whether more waits. */
  async function pass(systemId: string): Promise<boolean> {
    const follower = followers.get(systemId) ?? new SystemFollower(database, systemId);
    followers.set(systemId, follower);
    heardAt.set(systemId, now());
    const passed = await follower.pass(now());
    if (passed?.tags) publish(systemId, 'tags');
    if (passed?.beacons) beaconsDue.add(systemId);
    return passed?.isMore ?? false;
  }

  const looks = new Looks({
    bus,
    isWorthALook: () => false,
    eachMs: passEachMs,
    look: async () => {
      forgetQuiet();
      // A system with much to follow makes no other wait: each has its turn, also one that was just heard.
      for (let isMore = true; isMore && !isClosing;) {
        isMore = false;
        await eachOf(await systemsToFollow(database), async (id) => {
          if (await pass(id)) isMore = true;
        });
        publishBeacons();
      }
      isWarned = false;
    },
    failed: (error) => {
      if (!isWarned) log.warn({ reason: errorText(error) }, 'detections are behind: contacts could not be followed; retrying');
      isWarned = true;
    },
  });
  return {
    close: () => {
      isClosing = true;
      return looks.close();
    },
  };
}
