import { expect } from 'vitest';
import { type Bus, createLocalBus } from '../../host/platform/bus/bus.ts';

const patience = { timeout: 30_000, interval: 20 };

type Watch = (bus: Bus, clock: () => number) => { close(): Promise<void> };

/** Several hosts over one database that check it by the test's clock, when the test wakes them. */
export class LookingHosts {
  /** The time of their checks (ms). */
  now: number;
  #hosts: { bus: Bus; looks: number; close: () => Promise<void> }[] = [];

  constructor(now = 0) {
    this.now = now;
  }

  /** Adds a host, which reads the clock once per check. */
  add(watch: Watch): Bus {
    const host = { bus: createLocalBus(), looks: 0, close: () => Promise.resolve() };
    const watched = watch(host.bus, () => ((host.looks += 1), this.now));
    host.close = () => watched.close();
    this.#hosts.push(host);
    return host.bus;
  }

  /**
   * Makes each host begin two checks: when the second begins, a check that began after this call has ended.
   */
  async look(): Promise<void> {
    const until = this.#hosts.map(({ looks }) => looks + 2);
    const haveLooked = () => {
      for (const { bus } of this.#hosts) bus.publish({ kind: 'missed', mitasIds: null });
      return this.#hosts.every(({ looks }, at) => looks >= (until[at] ?? 0));
    };
    await expect.poll(haveLooked, patience).toBe(true);
  }

  async close(): Promise<void> {
    for (const host of this.#hosts) await host.close();
    this.#hosts = [];
  }
}
