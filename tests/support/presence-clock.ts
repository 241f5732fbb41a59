import { expect } from 'vitest';

/** Checks more than half a minute apart would mean that the machine slept. */
const stepMs = 20_000;

/** The clock of hosts that watch presence, with the number of checks that each made of a system. */
export class PresenceClock {
  now: number;
  readonly #systemId: string;
  readonly #hosts: { looked: number }[] = [];

  constructor(systemId = 'field', now = Date.UTC(2026, 0, 1)) {
    this.#systemId = systemId;
    this.now = now;
  }

  /** Returns the watch settings of one more host. */
  host() {
    const host = { looked: 0 };
    this.#hosts.push(host);
    const isResting = (systemId: string) => {
      if (systemId === this.#systemId) host.looked++;
      return false;
    };
    return { now: () => this.now, lookMs: 20, isResting };
  }

  /** Waits until each host has made a check that began after this call. */
  look(): Promise<void> {
    return this.#began(2);
  }

  /** Lets time pass in steps with a check at each, as for hosts that are awake. */
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
