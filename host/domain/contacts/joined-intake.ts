import type { Contact } from '#model/entities/contact.ts';
import { databaseFailure } from '../../platform/store/database-failure.ts';
import type { Intake, TakenIn } from './intake.ts';

/** Takes in small batches of many senders together (ING-12). */
export type JoinedIntake = {
  /** Whether contacts are few and recent enough; others are stored by themselves. */
  takes(contacts: readonly Contact[]): boolean;
  /**
   * As `Intake.accept`, in one transaction with what others bring meanwhile; answered after its commit. Once
   * `signal` is aborted it rejects with the reason, and what was not being stored by then never is.
   */
  accept(systemId: string, contacts: readonly Contact[], signal: AbortSignal): Promise<TakenIn>;
};

export type JoinedIntakeParts = {
  intake: Pick<Intake, 'accept' | 'acceptTogether'>;
  /** Waits until a batch may be stored; the answer ends the turn. */
  storeTurn: () => Promise<() => void>;
  /** In ms since the epoch. */
  now: () => number;
};

/** What more senders bring goes with nobody else: it is worth a transaction of its own. */
const mostOfOne = 100;
const mostTogether = 2_000;
/** So few days that all of them go into one statement (STO-5): all are stored, or none. */
const longestAgoMs = 14 * 86_400_000;
/** While one lot is stored the next gathers, but no longer than this: then it is stored beside that one. */
const longestWaitMs = 20;
const mostAtOnce = 2;

type Waiting = {
  systemId: string;
  contacts: readonly Contact[];
  stored: (takenIn: TakenIn) => void;
  failed: (error: unknown) => void;
};

export function joinIntake({ intake, storeTurn, now }: JoinedIntakeParts): JoinedIntake {
  /** In the order in which they came. */
  const waiting = new Set<Waiting>();
  let contactsWaiting = 0;
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;

  function leave(one: Waiting): void {
    if (waiting.delete(one)) contactsWaiting -= one.contacts.length;
  }

  function storeNext(isLate = false): void {
    if (waiting.size === 0 || underWay === mostAtOnce) return;
    if (underWay === 0 || isLate || contactsWaiting >= mostTogether) void storeLot();
    else timer ??= setTimeout(wake, longestWaitMs);
  }

  function wake(): void {
    timer = undefined;
    storeNext(true);
  }

  async function storeLot(): Promise<void> {
    underWay += 1;
    try {
      const end = await storeTurn();
      try {
        await store(nextLot());
      } finally {
        end();
      }
    } finally {
      underWay -= 1;
      storeNext();
    }
  }

  function nextLot(): Waiting[] {
    clearTimeout(timer);
    timer = undefined;
    const lot: Waiting[] = [];
    let contacts = 0;
    for (const one of waiting) {
      if (contacts >= mostTogether) break;
      contacts += one.contacts.length;
      lot.push(one);
      leave(one);
    }
    return lot;
  }

  async function store(lot: readonly Waiting[]): Promise<void> {
    if (lot.length === 0) return;
    try {
      const all = await intake.acceptTogether(lot);
      for (const [place, one] of lot.entries()) one.stored(all[place] as TakenIn);
    } catch (error) {
      if (lot.length === 1 || databaseFailure(error) !== undefined) for (const one of lot) one.failed(error);
      // Whose fault it was is found by each alone: nothing of the lot was stored.
      else for (const one of lot) await intake.accept(one.systemId, one.contacts).then(one.stored, one.failed);
    }
  }

  return {
    takes: (contacts) => {
      if (contacts.length > mostOfOne) return false;
      const oldest = now() - longestAgoMs;
      return contacts.every(({ ts }) => ts >= oldest);
    },
    accept: (systemId, contacts, signal) => {
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          leave(one);
          reject(signal.reason as Error);
        };
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', giveUp);
            settle(value);
          };
        const one: Waiting = { systemId, contacts, stored: settled(resolve), failed: settled(reject) };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.add(one);
        contactsWaiting += contacts.length;
        storeNext();
      });
    },
  };
}
