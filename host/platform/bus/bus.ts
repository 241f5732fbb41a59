import type { Contact } from '#model/entities/contact.ts';
import type { ChangedEntity } from '#model/changes/change-kinds.ts';
import type { StoredChange } from '../store/stored-change.ts';
import type { Incoming } from '#model/contract/socket-messages.ts';

/** The socket messages that are the same for every console of a system; the hub itself makes the others. */
export type BusMessage = Exclude<
  Incoming,
  { type: 'contact' | 'changed' | 'heartbeat' | 'subscribed' | 'gapFilled' | 'dropped' | 'refused' }
>;

/**
 * What happens on the host that others of its parts must hear of; some of it also other host processes
 * (relay.ts).
 */
export type BusEvent =
  /** Contacts that were accepted just now (never duplicates), in the order they are to be numbered. */
  | { kind: 'contacts'; mitasId: string; contacts: Contact[] }
  /**
   * Receivers spoke just now, each once, whatever the times of what they sent; retired ones never. `isState`:
   * by saying in which state other than online they are, and are known to be.
   */
  | { kind: 'heard'; mitasId: string; rxIds: readonly number[]; isState?: boolean }
  /** The newest contact of each of these receivers that was stored just now, of whatever time it is. */
  | { kind: 'newestContacts'; mitasId: string; newest: readonly { rxId: number; ts: number }[] }
  /** A message for every console that watches the system. */
  | { kind: 'message'; mitasId: string; message: BusMessage }
  /** A session ended (logout, reuse of a refresh token): its sockets close. */
  | { kind: 'sessionEnded'; sessionId: string }
  /** An access key is no longer valid: revoked, or ended with its person's account or membership (ACC-34). */
  | { kind: 'accessKeyRevoked'; keyId: number }
  /** A person's role in a system changed or was taken away: their sockets are judged again. */
  | { kind: 'membershipChanged'; userId: number; mitasId: string }
  /** Somebody changed their own settings, which are no system's: their other tabs look at them again. */
  | { kind: 'accountChanged'; userId: number }
  /** A system's next change, whoever made it: in the order of revisions, without a gap. */
  | { kind: 'changed'; mitasId: string; epoch: string; change: StoredChange; entities: readonly ChangedEntity[] }
  /**
   * Changes of a system cannot be published one by one (another epoch, a backup restored): consoles hear at
   * once where it stands.
   */
  | { kind: 'changesLost'; mitasId: string }
  /** Jobs of these systems ('': of the whole host), or of whomever (null), came, went or went on. */
  | { kind: 'jobsChanged'; mitasIds: readonly string[] | null }
  /** A change was of the system itself, which stands in the lists of these people. */
  | { kind: 'systemChanged'; mitasId: string; userIds: readonly number[] }
  /**
   * What other host processes published of these systems (null: of all) may not have come: consoles look at
   * the database again.
   */
  | { kind: 'missed'; mitasIds: readonly string[] | null }
  /** Systems came, went, or were set up otherwise than by a change: consoles look at them again. */
  | { kind: 'systemsChanged'; mitasIds: readonly string[] };

/**
 * The bus port, of one process: what others have to hear of the relay carries. Listeners must not throw; a
 * slow one must queue for itself.
 */
export type Bus = {
  publish(event: BusEvent): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: BusEvent) => void): () => void;
};

/**
 * A bus within one process: listeners are called at once, in the order they came. One that throws is reported
 * and stops no other.
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

/** Where nobody listens for errors, one is a defect that ends the process. */
function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
