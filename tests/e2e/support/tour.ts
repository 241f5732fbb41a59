import process from 'node:process';
import type { Browser, Page } from '@playwright/test';
import { betweenPaths, leavePath, untilBetween } from './between-paths.ts';
import { type Field, makeField } from './field.ts';
import { enter, expect, productUrl, test as plain, unexpectedIn, watchForProblems } from './fixtures.ts';
import type { Operator } from './operator.ts';

/** What a path begins with: the page, still at another system, and a quiet system that no path has used. */
export type TourStop = { page: Page; field: Field };

type TourOptions = {
  /** The person's role in each path's system. */
  roles: readonly string[];
  /** Whether the test controls the page's clock. */
  hasClock?: boolean;
};

let tours = 0;

/** One person's page, and the systems of all paths, which exist before it opens. */
class Tour {
  readonly #fields: Field[];
  readonly #page: Page;
  readonly #problems: string[];
  readonly #hasClock: boolean;

  private constructor(fields: Field[], page: Page, problems: string[], hasClock: boolean) {
    this.#fields = fields;
    this.#page = page;
    this.#problems = problems;
    this.#hasClock = hasClock;
  }

  static async open(browser: Browser, operator: Operator, { roles, hasClock = false }: TourOptions): Promise<Tour> {
    const start = { mitasId: `tour-${process.pid}-${++tours}` };
    await operator.admin(['systems', 'add', start.mitasId, '--name', `Start ${tours}`, '--timezone', 'America/Boise']);
    const person = await operator.addPerson({ [start.mitasId]: 'viewer' });
    const fields: Field[] = [];
    for (const role of roles) {
      const field = await makeField(operator, productUrl(), { person });
      await operator.admin(['roles', 'grant', person.username, field.mitasId, role]);
      fields.push(field);
    }
    const context = await browser.newContext({ baseURL: productUrl(), serviceWorkers: 'block' });
    const problems = await watchForProblems(context);
    const page = await context.newPage();
    if (hasClock) await page.clock.install();
    await enter(page, person, betweenPaths(start));
    await untilBetween(page);
    return new Tour(fields, page, problems, hasClock);
  }

  next(): TourStop {
    const field = this.#fields.shift();
    if (field === undefined) throw new Error('There are more paths than systems');
    return { page: this.#page, field };
  }

  /** Fails on console errors that the path does not cause. */
  async leave({ page, field }: TourStop, expected: readonly (RegExp | string)[]): Promise<void> {
    if (this.#hasClock) await page.clock.resume();
    await leavePath(page, field);
    expect(unexpectedIn(this.#problems.splice(0), expected), 'the console has no error').toEqual([]);
  }

  close(): Promise<void> {
    return this.#page.context().close();
  }
}

/** Makes tests that go one after another to the next system on the same page. */
export function touring(options: TourOptions) {
  return plain.extend<{ stop: TourStop }, { tour: Tour }>({
    tour: [
      async ({ browser, operator }, use) => {
        const tour = await Tour.open(browser, operator, options);
        await use(tour);
        await tour.close();
      },
      { scope: 'worker' },
    ],
    stop: async ({ tour, expectErrors }, use) => {
      const stop = tour.next();
      await use(stop);
      await tour.leave(stop, expectErrors);
    },
  });
}
