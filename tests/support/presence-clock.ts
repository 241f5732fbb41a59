import { expect } from 'vitest';

/** Looks further apart than half a minute would be a sleep of the machine. */
const stepMs = 20_000;

/** The clock of hosts that watch presence, and the looks that each of them took at a system. */
export class PresenceClock {
  now: number;
  readonly #systemId: string;
  readonly #hosts: { looked: number }[] = [];

  constructor(systemId = 'field', now = Date.UTC(2026, 0, 1)) {
    this.#systemId = systemId;
    this.now = now;
  }

  /** What one more host is watched by. */
  host() {
    const host = { looked: 0 };
    this.#hosts.push(host);
    const isResting = (systemId: string) => {
      if (systemId === this.#systemId) host.looked++;
      return false;
    };
    return { now: () => this.now, lookMs: 20, isResting };
  }

  /** Waits until a look of each began that knows of all that was done before, and ended. */
  look(): Promise<void> {
    return this.#began(2);
  }

  /** Lets time pass in steps, with a look at each: the hosts are awake. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.now += Math.min(left, stepMs);
      await this.#began(1);
    }
    await this.#began(1);
  }

  async #began(looks: number): Promise<void> {
    const until = this.#hosts.map(({ looked }) => looked + looks);
    const missing = () => this.#hosts.filter(({ looked }, index) => looked < (until[index] ?? 0));
    await expect.poll(missing, { timeout: 30_000, interval: 5 }).toEqual([]);
  }
}
