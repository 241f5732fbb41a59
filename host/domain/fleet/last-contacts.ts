import type { Logger } from 'pino';
import type { Bus, BusEvent } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { type LastContact, noteLastContacts } from '../../platform/store/fleet/last-contacts.ts';

/** How often the times of the newest contacts are stored and published. */
const noteEachMs = 15_000;
/** How many receivers one message has, so that it is small enough to pass between hosts. */
const mostInMessage = 100;

type Options = { database: Database; bus: Bus; log: Logger; noteMs?: number };

/**
 * Stores the time of each receiver's newest contact, and publishes it to consoles (RX-49), for contacts that
 * this host stored, simulated ones included. Times that cannot be stored wait for the next attempt. Returns a
 * function that stops it.
 */
export function watchLastContacts({ database, bus, log, noteMs = noteEachMs }: Options): () => Promise<void> {
  let waiting = new Map<string, Map<number, number>>();
  let noting = Promise.resolve();
  let isFailing = false;

  const take = (mitasId: string, newest: readonly LastContact[]): void => {
    const known = waiting.get(mitasId) ?? new Map<number, number>();
    for (const { rxId, ts } of newest) if (ts > (known.get(rxId) ?? -Infinity)) known.set(rxId, ts);
    waiting.set(mitasId, known);
  };
  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'newestContacts') take(event.mitasId, event.newest);
  });
  const note = async (): Promise<void> => {
    const taken = waiting;
    waiting = new Map();
    for (const [mitasId, times] of taken) {
      const newest = [...times].map(([rxId, ts]) => ({ rxId, ts }));
      try {
        const noted = await noteLastContacts(database, newest);
        for (const message of lastContactMessages(mitasId, noted)) bus.publish(message);
        isFailing = false;
      } catch (error) {
        take(mitasId, newest);
        if (!isFailing)
          log.warn({ mitasId, reason: errorText(error) }, 'last contacts could not be noted and will be tried again');
        isFailing = true;
      }
    }
  };
  const timer = setInterval(() => void (noting = noting.then(note)), noteMs);

  return async () => {
    clearInterval(timer);
    unsubscribe();
    await noting;
    await note();
  };
}

function lastContactMessages(mitasId: string, noted: readonly LastContact[]): BusEvent[] {
  return Array.from({ length: Math.ceil(noted.length / mostInMessage) }, (_, nth) => ({
    kind: 'message',
    mitasId,
    message: { type: 'rxContacts', payload: noted.slice(nth * mostInMessage, (nth + 1) * mostInMessage) },
  }));
}
