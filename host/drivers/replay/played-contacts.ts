import type { Contact } from '#model/entities/contact.ts';
import { windowMs } from '#model/live/live-settings.ts';
import type { Bus } from '../../platform/bus/bus.ts';

/** The most contacts kept: as many as the hub sends to fill one gap. */
const maxKept = 200_000;

/**
 * Remembers the contacts played in one system, with the times at which they were played. They are never
 * stored, so a console that was disconnected gets them from here. Every host on the bus remembers the same
 * contacts.
 */
export class PlayedContacts {
  #batches: (readonly Contact[])[] = [];
  #kept = 0;
  readonly #unsubscribe: () => void;

  constructor(bus: Bus, systemId: string) {
    this.#unsubscribe = bus.subscribe((event) => {
      if (event.kind === 'contacts' && event.mitasId === systemId) this.#keep(event.contacts);
    });
  }

  /** Returns the newest `limit` contacts played at or after `sinceMs`, oldest first. */
  since(sinceMs: number, limit: number): Contact[] {
    const found = this.#batches.flat().filter((contact) => contact.ts >= sinceMs);
    return found.slice(Math.max(0, found.length - limit));
  }

  close(): void {
    this.#unsubscribe();
  }

  #keep(contacts: readonly Contact[]): void {
    this.#batches.push(contacts);
    this.#kept += contacts.length;
    const oldest = (contacts.at(-1)?.ts ?? 0) - windowMs;
    const isOld = (batch: readonly Contact[]) => (batch.at(-1)?.ts ?? 0) < oldest;
    let gone = 0;
    while (gone < this.#batches.length - 1 && (isOld(this.#batches[gone] ?? []) || this.#kept > maxKept)) {
      this.#kept -= this.#batches[gone]?.length ?? 0;
      gone += 1;
    }
    if (gone > 0) this.#batches.splice(0, gone);
  }
}
