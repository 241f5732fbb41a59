import { createHash } from 'node:crypto';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError, tooManyRequests, unavailable } from '../../platform/api-error.ts';
import { storedRateLimit } from '../../platform/store/accounts/rate-limits.ts';
import type { Database } from '../../platform/store/database.ts';
import { addressKey } from './address-key.ts';

/**
 * What is guessed at: the password of a login, or that which a change of one's own asks for, or the token of
 * a link; and what is asked for by anybody, of which each one counts: another password, an account.
 */
export type GuessKind = 'login' | 'password' | 'link' | 'reset' | 'registration';

/** How many failures are borne within how many seconds. */
type Limit = { points: number; duration: number };

/**
 * Few for one address at one account, more for an address, many for an account; past those an account is
 * slowed down to one try in ten seconds for strangers, never locked, or anybody could lock it.
 */
export const loginLimits = {
  pair: { points: 10, duration: 900 },
  address: { points: 100, duration: 900 },
  account: { points: 100, duration: 900 },
  accountPace: { points: 1, duration: 10 },
  device: { points: 10, duration: 900 },
} as const satisfies Record<string, Limit>;

/**
 * Whose password is tried, and from where: the folded name as it was typed, and the device when it has logged
 * in to that account before.
 */
export type Guess = { kind: GuessKind; account: string; address: string; device: string | null };

/** A try that was let through; it has to hear how it ended, unless the password was wrong. */
export type Attempt = {
  succeeded(): Promise<void>;
  /** The password could not be judged: nobody has guessed. */
  unjudged(): Promise<void>;
};

/**
 * What came of judging a try's password, and of what follows from it; where that failed nobody has guessed,
 * and the try does not count. @throws what `judging` does.
 */
export async function judged<T>(attempt: Attempt, judging: Promise<T>): Promise<T> {
  try {
    return await judging;
  } catch (error) {
    await attempt.unjudged();
    throw error;
  }
}

export type LoginLimits = {
  /**
   * Counts a try before it is judged, so that a burst cannot outrun the count; one that is refused is not
   * counted, or trying would lengthen the wait. A device that is known is counted by itself alone: what
   * others do cannot lock it out.
   * @throws ApiError 429 with the time to wait; 503 when it cannot be counted: nobody is let in without a
   * limit.
   */
  begin(guess: Guess): Promise<Attempt>;
};

export type LoginLimitsParts = {
  database: Pick<Database, 'pool'>;
  limits?: Record<keyof typeof loginLimits, Limit>;
  /** Called at the first try that a limit refuses, not of each that follows. */
  onSlowedDown: (guess: Guess) => void;
  onStoreError: (error: unknown) => void;
};

/**
 * Rate limits by what is stored, so that neither a restart nor a second host process resets them. Names are
 * kept as hashes: people type passwords into the wrong field.
 */
export function createLoginLimits({ database, limits = loginLimits, onSlowedDown, onStoreError }: LoginLimitsParts): LoginLimits {
  const limiter = (name: keyof typeof loginLimits) => storedRateLimit(database, name, limits[name]);
  const [pair, address, account, accountPace, device] = [
    limiter('pair'),
    limiter('address'),
    limiter('account'),
    limiter('accountPace'),
    limiter('device'),
  ];

  const owed = createOwed();

  /** Null for a try that is let through. @throws ApiError 503 when the store fails. */
  async function count(by: RateLimiterPostgres, key: string): Promise<RateLimiterRes | null> {
    try {
      await by.consume(key);
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error;
      throw failed(error);
    }
  }

  async function inStore<T>(question: Promise<T>): Promise<T> {
    try {
      return await question;
    } catch (error) {
      throw failed(error);
    }
  }

  function failed(error: unknown): Error {
    onStoreError(error);
    return unavailable('The host cannot check passwords right now. Try again in a moment');
  }

  return {
    async begin(guess) {
      const { kind } = guess;
      const name = createHash('sha256').update(guess.account).digest('base64url');
      const from = addressKey(guess.address);
      const counted: Counted[] = [];
      const takeBack = () => owed.takeBack(counted);

      /** The pace warns nobody: the limit before it has. */
      async function countOrRefuse(by: RateLimiterPostgres, key: string): Promise<void> {
        const refused = await count(by, key);
        if (refused === null) {
          counted.push({ by, key });
          return;
        }
        await takeBack();
        if (by !== accountPace && refused.consumedPoints === by.points + 1) onSlowedDown(guess);
        throw tooManyRequests(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
      }

      owed.settle();
      try {
        return await countTry();
      } catch (error) {
        // What cannot be counted whole is no try.
        if (!(error instanceof ApiError && error.status === 429)) await takeBack();
        throw error;
      }

      async function countTry(): Promise<Attempt> {
        if (guess.device !== null) {
          const key = `${kind} ${guess.device}`;
          await countOrRefuse(device, key);
          return { succeeded: async () => void (await inStore(device.delete(key))), unjudged: takeBack };
        }
        const pairKey = `${kind} ${name} ${from}`;
        await countOrRefuse(pair, pairKey);
        await countOrRefuse(address, `${kind} ${from}`);
        const spent = await count(account, `${kind} ${name}`);
        if (spent === null) counted.push({ by: account, key: `${kind} ${name}` });
        else {
          if (spent.consumedPoints === account.points + 1) onSlowedDown(guess);
          await countOrRefuse(accountPace, `${kind} ${name}`);
        }
        return {
          async succeeded() {
            for (const { by, key } of counted) if (by !== accountPace && by !== pair) await inStore(by.reward(key));
            // Who got in has proven to be the owner: their own earlier slips are forgotten.
            await inStore(pair.delete(pairKey));
          },
          unjudged: takeBack,
        };
      }
    },
  };
}

/** A point that a try took. */
type Counted = { by: RateLimiterPostgres; key: string };

/** So many points are remembered that could not be given back; those beyond run out by themselves. */
const mostOwed = 10_000;

/**
 * Gives points back, those that the store does not take now once it is back: a database that went away in the
 * middle of a try would else cost its person the points of a guess.
 */
function createOwed() {
  const points: Counted[] = [];
  let isSettling = false;
  async function giveBack(due: Counted[]): Promise<void> {
    for (let point = due.shift(); point !== undefined; point = due.shift()) {
      try {
        await point.by.reward(point.key);
      } catch {
        // Whoever counts next says that the store is away, and this is tried again.
        points.push(...[point, ...due.splice(0)].slice(0, mostOwed - points.length));
      }
    }
  }
  return {
    takeBack: (counted: Counted[]): Promise<void> => giveBack(counted.splice(0)),
    /** Waits for nothing: whoever logs in does not wait for what others are owed. */
    settle(): void {
      if (isSettling || points.length === 0) return;
      isSettling = true;
      void giveBack(points.splice(0)).finally(() => (isSettling = false));
    },
  };
}
