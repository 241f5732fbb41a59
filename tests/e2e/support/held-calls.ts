import type { Page, Route } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Calls of the page that wait on their way to the real host until the test lets them go or cuts their line,
 * so that what the page shows meanwhile can be seen.
 */
export class HeldCalls {
  readonly #held: Route[] = [];

  private constructor() {}

  /** Holds every call to these paths from now on. */
  static async at(page: Page, ...paths: string[]): Promise<HeldCalls> {
    const calls = new HeldCalls();
    for (const path of paths) await page.route(`**${path}`, (route) => void calls.#held.push(route));
    return calls;
  }

  /** Lets the next call reach the host, whose answer the page gets. */
  async letGo(): Promise<void> {
    await (await this.#next()).continue();
  }

  /** The next call finds no network. */
  async cut(): Promise<void> {
    await (await this.#next()).abort('connectionfailed');
  }

  async #next(): Promise<Route> {
    await expect.poll(() => this.#held.length, { message: 'the page makes its call' }).toBeGreaterThan(0);
    return this.#held.shift()!;
  }
}
