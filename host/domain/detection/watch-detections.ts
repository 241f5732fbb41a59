import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import { eachOf } from '../../platform/each-of.ts';
import { Looks } from '../../platform/looks.ts';
import { watchedSystems } from '../../platform/store/accounts/systems.ts';
import type { Database } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { SystemFollower } from './follow-system.ts';

/** A contact is detected within this and the time of a pass. */
const passEachMs = 2_000;

export type DetectionParts = { database: Database; bus: Bus; log: Logger; now?: () => number };

/**
 * Follows what each system hears, and keeps what is detected (DET-14), by one host at a time. Consoles that
 * show tags are told when one was heard.
 */
export function watchDetections({ database, bus, log, now = Date.now }: DetectionParts): { close(): Promise<void> } {
  const followers = new Map<string, SystemFollower>();
  let isWarned = false;
  let isClosing = false;

  async function follow(systemId: string): Promise<void> {
    const follower = followers.get(systemId) ?? new SystemFollower(database, systemId);
    followers.set(systemId, follower);
    for (let isMore = true; isMore && !isClosing;) {
      const passed = await follower.pass(now());
      isMore = passed?.isMore ?? false;
      if (passed?.tags) bus.publish({ kind: 'message', mitasId: systemId, message: { type: 'invalidate', payload: ['tags'] } });
    }
  }

  const looks = new Looks({
    bus,
    isWorthALook: () => false,
    eachMs: passEachMs,
    look: async () => {
      const systems = await watchedSystems(database);
      const there = new Set(systems.map(({ id }) => id));
      for (const id of followers.keys()) if (!there.has(id)) followers.delete(id);
      await eachOf([...there], follow);
      isWarned = false;
    },
    failed: (error) => {
      if (!isWarned) log.warn({ reason: errorText(error) }, 'detections are behind: contacts could not be followed, and will be');
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
