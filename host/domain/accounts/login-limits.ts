import { createHash } from 'node:crypto';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError, tooManyRequests, unavailable } from '../../platform/api-error.ts';
import { storedRateLimit } from '../../platform/store/accounts/rate-limits.ts';
import type { Database } from '../../platform/store/database.ts';
import { addressKey } from './address-key.ts';

/**
 * The kinds of attempts. 'login', 'password' and 'link' guess a secret: a password at login, one's own
 * password to confirm a change, or a link's token. 'reset' and 'registration' are requests that anyone may
 * send, each of which counts.
 */
export type GuessKind = 'login' | 'password' | 'link' | 'reset' | 'registration';

/** The number of failures allowed within a number of seconds. */
type Limit = { points: number; duration: number };

/**
 * Few failures per address and account (`pair`), more per address, many per account. Beyond the account's
 * limit, strangers get one try in ten seconds (`accountPace`). An account is never locked, because then
 * anyone could lock it.
 */
export const loginLimits = {
  pair: { points: 10, duration: 900 },
  address: { points: 100, duration: 900 },
  account: { points: 100, duration: 900 },
  accountPace: { points: 1, duration: 10 },
  device: { points: 10, duration: 900 },
} as const satisfies Record<string, Limit>;

/**
 * A guess: the account's typed name in folded form, the address, and the device if it logged in to that
 * account before.
 */
export type Guess = { kind: GuessKind; account: string; address: string; device: string | null };

/** An attempt that was allowed. Report its outcome unless the password was wrong. */
export type Attempt = {
  succeeded(): Promise<void>;
  /** The password could not be checked, so the attempt does not count. */
  unjudged(): Promise<void>;
};

/**
 * Runs `judging` and returns its result. If it throws, the attempt does not count.
 * @throws the error of `judging`.
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
   * Counts an attempt before its password is checked, so that parallel attempts cannot exceed the limit. A
   * refused attempt is not counted, so that retrying does not prolong the wait. A known device is counted
   * separately, so that others cannot lock it out.
   * @throws ApiError 429 with the time to wait; 503 if the count cannot be stored, because no attempt is
   * allowed uncounted.
   */
  begin(guess: Guess): Promise<Attempt>;
};

export type LoginLimitsParts = {
  database: Pick<Database, 'pool'>;
  limits?: Record<keyof typeof loginLimits, Limit>;
  /** Called for the first attempt that a limit refuses, not for the following ones. */
  onSlowedDown: (guess: Guess) => void;
  onStoreError: (error: unknown) => void;
};

/**
 * Rate limits whose counts are stored, so that they survive restarts and hold across host processes. Names
 * are stored as hashes: people type passwords into the wrong field.
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

  /**
   * Returns null for an allowed attempt.
   * @throws ApiError 503 if the store fails.
   */
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

      /**
       * Counts one attempt, or refuses it. Reports the first refusal to `onSlowedDown`, except that of
       * `accountPace`: the `account` limit was reported before.
       */
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
        // An attempt that could not be counted completely does not count at all.
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
            // A successful login proves the owner: forget the failures of this pair.
            await inStore(pair.delete(pairKey));
          },
          unjudged: takeBack,
        };
      }
    },
  };
}

/** A point that an attempt used. */
type Counted = { by: RateLimiterPostgres; key: string };

/** The most points remembered for a later return. Further points expire by themselves. */
const mostOwed = 10_000;

/**
 * Returns points to the store. If the store fails, remembers the points and returns them later: otherwise a
 * database failure in the middle of a login would cost the person a guess.
 */
function createOwed() {
  const points: Counted[] = [];
  let isSettling = false;
  async function giveBack(due: Counted[]): Promise<void> {
    for (let point = due.shift(); point !== undefined; point = due.shift()) {
      try {
        await point.by.reward(point.key);
      } catch {
        // Remember the points until the next attempt. That attempt also reports the failing store.
        points.push(...[point, ...due.splice(0)].slice(0, mostOwed - points.length));
      }
    }
  }
  return {
    takeBack: (counted: Counted[]): Promise<void> => giveBack(counted.splice(0)),
    /** Starts to return the remembered points. Does not wait for that, so that it does not delay a login. */
    settle(): void {
      if (isSettling || points.length === 0) return;
      isSettling = true;
      void giveBack(points.splice(0)).finally(() => (isSettling = false));
    },
  };
}
