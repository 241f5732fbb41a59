import type { Page, Request, Route } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The held calls of each page that no path has released yet. */
const holding = new WeakMap<Page, HeldCalls[]>();

/**
 * Calls of the page that wait on their way to the real host until the test releases them or cuts their line,
 * so that the page's waiting state can be checked.
 */
export class HeldCalls {
  #held: Route[] = [];
  /** Forgets calls that the page cancels. */
  readonly #drop = (taken: Request): void => void (this.#held = this.#held.filter((route) => route.request() !== taken));

  private constructor(page: Page) {
    page.on('requestfailed', this.#drop);
    holding.set(page, [...(holding.get(page) ?? []), this]);
  }

  /** Stops holding calls of the page; those that wait continue and are answered. */
  static async release(page: Page): Promise<void> {
    const all = holding.get(page) ?? [];
    holding.delete(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const calls of all) {
      page.off('requestfailed', calls.#drop);
      await Promise.all(calls.#held.splice(0).map(answered));
    }
  }

  /** Holds every call to these paths from now on. */
  static async at(page: Page, ...paths: string[]): Promise<HeldCalls> {
    const calls = new HeldCalls(page);
    for (const path of paths) await page.route(`**${path}`, (route) => calls.hold(route));
    return calls;
  }

  /** Holds every later call that changes something. */
  static async thatChange(page: Page): Promise<HeldCalls> {
    return HeldCalls.where(page, (method) => method !== 'GET');
  }

  /** Holds every later call for which `isHeld` is true. */
  static async where(page: Page, isHeld: (method: string, path: string) => boolean): Promise<HeldCalls> {
    const calls = new HeldCalls(page);
    await page.route('**/api/**', (route) => {
      const request = route.request();
      return isHeld(request.method(), new URL(request.url()).pathname) ? calls.hold(route) : route.fallback();
    });
    return calls;
  }

  /** Holds one call. */
  hold(route: Route): void {
    this.#held.push(route);
  }

  /** How many calls wait. */
  get waiting(): number {
    return this.#held.length;
  }

  /** Lets the next call reach the host, and the page its answer. */
  async letGo(): Promise<void> {
    await (await this.#next()).continue();
  }

  /** Answers the next call without the host. */
  async answer(json: object): Promise<void> {
    await (await this.#next()).fulfill({ json });
  }

  /** Lets the next call reach the host, but loses its answer. */
  async loseAnswer(): Promise<void> {
    const route = await this.#next();
    await route.fetch();
    await route.abort('connectionfailed');
  }

  /** Fails the next call as if there were no network. */
  async cut(): Promise<void> {
    await (await this.#next()).abort('connectionfailed');
  }

  async #next(): Promise<Route> {
    await expect.poll(() => this.#held.length, { message: 'the page makes its call' }).toBeGreaterThan(0);
    return this.#held.shift()!;
  }
}

/** The page may cancel the call before. */
async function answered(route: Route): Promise<void> {
  await route.continue().catch(() => {});
  await route
    .request()
    .response()
    .catch(() => null);
}
