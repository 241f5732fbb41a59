import type { Contact } from '#model/entities/contact.ts';
import type { Brought } from '../../platform/store/contacts/contacts-store.ts';
import { codeOf, databaseFailure, sqlStates } from '../../platform/store/database-failure.ts';
import { IsolatedSystems } from './isolated-systems.ts';
import { fairLot } from './fair-lot.ts';
import type { Intake, TakenIn } from './intake.ts';

/** Stores small batches of many senders together (ING-12). */
export type JoinedIntake = {
  /** True if the contacts are few and recent enough. Others are stored separately. */
  takes(contacts: readonly Contact[]): boolean;
  /**
   * Like `Intake.accept`, in one transaction with batches of other senders; resolves after its commit.
   * Rejects with the reason when `signal` is aborted; if storing the batch has not begun by then, it is never
   * stored.
   */
  accept(batch: SmallBatch, signal: AbortSignal): Promise<TakenIn>;
};

/** A small batch with its own `storeTurn`, used only if the batch must be stored separately. */
export type SmallBatch = Brought & { keyId: number; storeTurn: StoreTurn };

/** Waits until contacts may be stored. The returned function ends the turn. */
type StoreTurn = () => Promise<() => void>;

export type JoinedIntakeParts = {
  intake: Pick<Intake, 'accept'> & { acceptTogether: (all: readonly Brought[], lockMs: number) => Promise<TakenIn[]> };
  storeTurn: StoreTurn;
  /** How long a lot waits for a lock, in ms. After that its systems are stored separately. */
  lockMs: number;
  /** Returns ms since the epoch. */
  now: () => number;
};

/** A larger batch is stored separately: it is worth its own transaction. */
const mostOfOne = 100;
const bounds = { most: 2_000, mostOfKey: 200 };
/**
 * Older contacts are stored separately: the days of a lot must fit into one statement (STO-5), which stores
 * all or nothing.
 */
const longestAgoMs = 14 * 86_400_000;
/** How long (ms) the next lot may gather while one is stored. After that both are stored in parallel. */
const longestWaitMs = 20;
const mostAtOnce = 2;

type Waiting = SmallBatch & { since: number; stored: (takenIn: TakenIn) => void; failed: (error: unknown) => void };

export function joinIntake({ intake, storeTurn, lockMs, now }: JoinedIntakeParts): JoinedIntake {
  /** The batches that are in no lot yet, in order of arrival. */
  const waiting = new Set<Waiting>();
  const isolated = new IsolatedSystems(lockMs);
  /** The number of the last lot of each key that still has batches waiting. */
  const lastLots = new Map<number, number>();
  let [contactsWaiting, underWay, lots] = [0, 0, 0];
  let timer: NodeJS.Timeout | undefined;

  function leave(one: Waiting): void {
    if (waiting.delete(one)) contactsWaiting -= one.contacts.length;
  }

  function storeNext(): void {
    clearTimeout(timer);
    const [oldest] = waiting;
    if (oldest === undefined || underWay === mostAtOnce) return;
    const dueInMs = oldest.since + longestWaitMs - performance.now();
    if (underWay === 0 || dueInMs <= 0 || contactsWaiting >= bounds.most) void storeLot();
    else timer = setTimeout(storeNext, dueInMs);
  }

  async function storeLot(): Promise<void> {
    underWay += 1;
    try {
      const end = await storeTurn();
      try {
        const lot = nextLot();
        storeNext();
        await store(lot);
      } finally {
        end();
      }
    } finally {
      underWay -= 1;
      storeNext();
    }
  }

  function nextLot(): Waiting[] {
    const lot = fairLot(waiting, lastLots, bounds);
    lots += 1;
    for (const one of lot) {
      leave(one);
      lastLots.set(one.keyId, lots);
    }
    const left = new Set([...waiting].map(({ keyId }) => keyId));
    for (const keyId of lastLots.keys()) if (!left.has(keyId)) lastLots.delete(keyId);
    return lot;
  }

  async function store(lot: readonly Waiting[]): Promise<void> {
    if (lot.length === 0) return;
    try {
      const all = await intake.acceptTogether(lot, lockMs);
      for (const [place, one] of lot.entries()) one.stored(all[place] as TakenIn);
    } catch (error) {
      if (codeOf(error) === sqlStates.lockNotAvailable) await findWhoWaits(lot);
      else if (lot.length === 1 || databaseFailure(error) !== undefined) for (const one of lot) one.failed(error);
      // Nothing of the lot was stored. Storing each batch separately shows which one fails.
      else for (const one of lot) void storeAlone(one);
    }
  }

  /** Stores each system of a lot separately to find the one whose lock blocked the lot. */
  async function findWhoWaits(lot: readonly Waiting[]): Promise<void> {
    const bySystem = Map.groupBy(lot, ({ systemId }) => systemId);
    for (const [systemId, ofSystem] of bySystem) {
      if (bySystem.size > 1) await store(ofSystem);
      else {
        isolated.put(systemId, performance.now());
        for (const one of ofSystem) void storeAlone(one);
      }
    }
  }

  async function storeAlone({ systemId, contacts, storeTurn: ownTurn, stored, failed }: Waiting): Promise<void> {
    try {
      const endTurn = await ownTurn();
      const endStoring = isolated.store(systemId, performance.now());
      try {
        stored(await intake.accept(systemId, contacts));
      } finally {
        endStoring();
        endTurn();
      }
    } catch (error) {
      failed(error);
    }
  }

  return {
    takes: (contacts) => {
      if (contacts.length > mostOfOne) return false;
      const oldest = now() - longestAgoMs;
      return contacts.every(({ ts }) => ts >= oldest);
    },
    accept: (batch, signal) => {
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
        const since = performance.now();
        const one: Waiting = { ...batch, since, stored: settled(resolve), failed: settled(reject) };
        signal.addEventListener('abort', giveUp, { once: true });
        if (isolated.has(one.systemId, since)) void storeAlone(one);
        else {
          waiting.add(one);
          contactsWaiting += one.contacts.length;
          storeNext();
        }
      });
    },
  };
}
