import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Family } from '#model/config/config.ts';
import { receiverModels, receiverStatuses } from '#model/entities/receiver.ts';
import { planted } from '../../support/planted.ts';
import { AilingHost } from './ailing-host.ts';
import { Colleague } from './colleague.ts';
import { type Field, makeField } from './field.ts';
import { enter, expect, productUrl, watchForProblems } from './fixtures.ts';
import type { Operator, Person } from './operator.ts';

export type Planted = { readonly id: number; readonly alias: string };

/** Console errors that the paths cause: calls that are cut, refused, or that the host fails. */
const expected = [/net::ERR_/, /status of (404|409|500)/];

let planting = 0;

/**
 * One person's browser at a quiet system, for all paths of a flow: each begins with a page and receivers of
 * its own. Others change the system meanwhile, and the host fails and stalls where a path says so.
 */
export class FleetStage {
  readonly field: Field;
  readonly colleague: Colleague;
  readonly host: AilingHost;
  readonly path: string;
  readonly #visits: Visits;
  readonly #operator: Operator;
  readonly #firstSite: number;

  private constructor(
    { field, colleague, path }: Pick<FleetStage, 'field' | 'colleague' | 'path'>,
    { visits, operator, firstSite }: { visits: Visits; operator: Operator; firstSite: number },
  ) {
    this.field = field;
    this.colleague = colleague;
    this.host = new AilingHost(operator.database, field.mitasId);
    this.path = path;
    this.#visits = visits;
    this.#operator = operator;
    this.#firstSite = firstSite;
  }

  static async open(browser: Browser, operator: Operator): Promise<FleetStage> {
    const field = await makeField(operator, productUrl());
    const { mitasId } = field;
    const path = `/dashboard/${mitasId}/receivers`;
    const people = { owner: field.person, viewer: await operator.addPerson({ [mitasId]: 'viewer' }) };
    const [owner, viewer] = [await enterAs(browser, people.owner, path), await enterAs(browser, people.viewer, path)];
    const colleague = await Colleague.open(await operator.addPerson({ [mitasId]: 'researcher' }), mitasId);
    const { id: firstSite } = await operator.database.db
      .selectFrom('sites')
      .select('id')
      .where('system_id', '=', mitasId)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    return new FleetStage({ field, colleague, path }, { visits: { owner, viewer }, operator, firstSite });
  }

  newPage(as: keyof Visits = 'owner'): Promise<Page> {
    return this.#visits[as].context.newPage();
  }

  /** A site of its own for a path. */
  async plantSite(): Promise<Planted> {
    return planted(this.#operator.database)
      .insertInto('sites')
      .values({ system_id: this.field.mitasId, alias: `Camp ${1_000 + ++planting}`, color: '#2f7fd1' })
      .returning(['id', 'alias'])
      .executeTakeFirstOrThrow();
  }

  /** A receiver of its own for a path, that was never heard; at the first site where none is given. */
  async plant(family: Family = 'orion', siteId = this.#firstSite): Promise<Planted> {
    const { mitasId } = this.field;
    const database = planted(this.#operator.database);
    const receiver = await database
      .insertInto('receivers')
      .values({
        system_id: mitasId,
        site_id: siteId,
        alias: `Outpost ${1_000 + ++planting}`,
        color: '#2f8f4e',
        latitude: 44,
        longitude: -114,
        enabled: true,
      })
      .returning(['id', 'alias'])
      .executeTakeFirstOrThrow();
    await this.#operator.database.db
      .insertInto('receiver_reports')
      .values({ rx_id: receiver.id, status: receiverStatuses.offline, status_time: new Date(), model: receiverModels[family] })
      .execute();
    return receiver;
  }

  /** The colleague deletes a receiver that was heard. */
  async retire({ id, alias }: Planted): Promise<void> {
    await this.field.hear({ receiver: alias });
    await this.colleague.call('DELETE', `/receivers/${id}`);
  }

  /** What the receivers at a site are called, as the host holds them. */
  async aliasesAt(siteId: number): Promise<string[]> {
    const { db } = this.#operator.database;
    const rows = await db
      .selectFrom('receivers')
      .select('alias')
      .where('site_id', '=', siteId)
      .where('retired_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ alias }) => alias);
  }

  /** Closes the pages of a path; fails where they had errors in their console that no path causes. */
  async leave(): Promise<void> {
    for (const { context, problems } of Object.values(this.#visits)) {
      for (const page of context.pages()) await page.close();
      const unexpected = problems.splice(0).filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'the console has no error').toEqual([]);
    }
  }

  async close(): Promise<void> {
    for (const { context } of Object.values(this.#visits)) await context.close();
    await this.colleague.close();
  }
}

/** A browser in which a person has logged in, and what its console said. */
type Visit = { context: BrowserContext; problems: string[] };
type Visits = { owner: Visit; viewer: Visit };

async function enterAs(browser: Browser, person: Person, path: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: productUrl(), serviceWorkers: 'block' });
  const problems = await watchForProblems(context);
  const page = await context.newPage();
  await enter(page, person, path);
  await expect(page.getByRole('heading', { name: 'All receivers' })).toBeVisible();
  await page.close();
  return { context, problems };
}
