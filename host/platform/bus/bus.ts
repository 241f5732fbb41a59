import type { Contact } from '#model/entities/contact.ts';
import type { ChangedEntity } from '#model/changes/change-kinds.ts';
import type { StoredChange } from '../store/stored-change.ts';
import type { Incoming } from '#model/contract/socket-messages.ts';

/**
 * The socket messages that are the same for every console of a system. The websocket hub makes the other
 * messages itself.
 */
export type BusMessage = Exclude<
  Incoming,
  { type: 'contact' | 'changed' | 'heartbeat' | 'subscribed' | 'gapFilled' | 'dropped' | 'refused' }
>;

/** Events that other parts of the host need. Some also go to other host processes (relay.ts). */
export type BusEvent =
  /** Contacts just accepted (never duplicates), in the order in which the hub will number them. */
  | { kind: 'contacts'; mitasId: string; contacts: Contact[] }
  /**
   * Receivers just heard from, each once, regardless of the times of their data; never retired ones.
   * `isState`: they themselves reported a state other than online, which is already stored.
   */
  | { kind: 'heard'; mitasId: string; rxIds: readonly number[]; isState?: boolean }
  /** The newest of each receiver's contacts that were just stored; it may be of any age. `ts` in ms. */
  | { kind: 'newestContacts'; mitasId: string; newest: readonly { rxId: number; ts: number }[] }
  /** A message for every console that watches the system. */
  | { kind: 'message'; mitasId: string; message: BusMessage }
  /** A session ended (logout, or reuse of a refresh token): its sockets close. */
  | { kind: 'sessionEnded'; sessionId: string }
  /**
   * An access key is no longer valid: it was revoked, or its owner's account or membership ended (ACC-34).
   */
  | { kind: 'accessKeyRevoked'; keyId: number }
  /** A person's role in a system was changed or removed: the hub checks their sockets again. */
  | { kind: 'membershipChanged'; userId: number; mitasId: string }
  /** A person changed their own settings, which belong to no system: their other tabs load them again. */
  | { kind: 'accountChanged'; userId: number }
  /** The next change of a system, by any author. Changes come in the order of revisions, without gaps. */
  | { kind: 'changed'; mitasId: string; epoch: string; change: StoredChange; entities: readonly ChangedEntity[] }
  /**
   * A system's changes cannot be published one by one (new epoch, restored backup): consoles get the system's
   * present epoch and revision instead.
   */
  | { kind: 'changesLost'; mitasId: string }
  /**
   * Jobs were added, removed, or made progress: jobs of these systems ('' stands for the host's own), or of
   * any (null).
   */
  | { kind: 'jobsChanged'; mitasIds: readonly string[] | null }
  /** The columns of the system itself were changed. These people have it in their list of systems. */
  | { kind: 'systemChanged'; mitasId: string; userIds: readonly number[] }
  /**
   * Events of other host processes for these systems (null: for all systems) may be lost: consoles load the
   * data again.
   */
  | { kind: 'missed'; mitasIds: readonly string[] | null }
  /** Systems were added, removed, or edited by something that is not a change: consoles load them again. */
  | { kind: 'systemsChanged'; mitasIds: readonly string[] };

/**
 * Carries events within one process; the relay carries some to other processes. Listeners must not throw, and
 * must return fast: a slow one must keep its own queue.
 */
export type Bus = {
  publish(event: BusEvent): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (event: BusEvent) => void): () => void;
};

/**
 * Makes a bus within one process. It calls listeners synchronously, in the order they subscribed. If one
 * throws, the error is reported and the others are still called.
 */
export function createLocalBus(onError: (error: unknown, event: BusEvent) => void = throwUncaught): Bus {
  const listeners = new Set<(event: BusEvent) => void>();
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onError(error, event);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Without an error handler, a listener's error ends the process. */
function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
