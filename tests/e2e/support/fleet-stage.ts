import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Family } from '#model/config/config.ts';
import { receiverModels, receiverStatuses } from '#model/entities/receiver.ts';
import { planted } from '../../support/planted.ts';
import { AilingHost } from './ailing-host.ts';
import { betweenPaths, leavePath, untilBetween } from './between-paths.ts';
import { Colleague } from './colleague.ts';
import { type Field, makeField } from './field.ts';
import { enter, expect, productUrl, unexpectedIn, watchForProblems } from './fixtures.ts';
import type { Operator } from './operator.ts';
import { visitDialog } from './steps.ts';

export type Planted = { readonly id: number; readonly alias: string };

/** Console errors that the paths cause: calls that are cut, refused, or failed by the host. */
const expected = [/net::ERR_/, /status of (404|409|500)/];

let planting = 0;

/**
 * One person's page in a quiet system, for all paths of a flow. Each path begins on another screen, with its
 * own receivers, which are created before the page opens. Other people change the system, and the host fails
 * and stalls, as the path says.
 */
export class FleetStage {
  readonly field: Field;
  readonly colleague: Colleague;
  readonly host: AilingHost;
  readonly path: string;
  readonly #browser: Browser;
  readonly #visits = new Map<FleetRole, FleetVisit>();
  readonly #operator: Operator;
  readonly #firstSite: number;

  private constructor(
    { field, colleague, path }: Pick<FleetStage, 'field' | 'colleague' | 'path'>,
    { browser, operator, firstSite }: { browser: Browser; operator: Operator; firstSite: number },
  ) {
    this.field = field;
    this.colleague = colleague;
    this.host = new AilingHost(operator.database, field.mitasId);
    this.path = path;
    this.#browser = browser;
    this.#operator = operator;
    this.#firstSite = firstSite;
  }

  static async open(browser: Browser, operator: Operator): Promise<FleetStage> {
    const field = await makeField(operator, productUrl());
    const { mitasId } = field;
    const path = `/dashboard/${mitasId}/receivers`;
    const colleague = await Colleague.open(await operator.addPerson({ [mitasId]: 'researcher' }), mitasId);
    const { id: firstSite } = await operator.database.db
      .selectFrom('sites')
      .select('id')
      .where('system_id', '=', mitasId)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    return new FleetStage({ field, colleague, path }, { browser, operator, firstSite });
  }

  /** Returns that person's page, on another screen; it opens for the first path that needs it. */
  async pageOf(role: FleetRole = 'owner'): Promise<Page> {
    const open = this.#visits.get(role);
    if (open !== undefined) return open.page;
    const { mitasId, person } = this.field;
    const context = await this.#browser.newContext({ baseURL: productUrl(), serviceWorkers: 'block' });
    const problems = await watchForProblems(context);
    const page = await context.newPage();
    this.#visits.set(role, { context, page, problems });
    await enter(page, role === 'owner' ? person : await this.#operator.addPerson({ [mitasId]: role }), betweenPaths(this.field));
    await untilBetween(page);
    return page;
  }

  /** Goes from the other screen to an address of the receivers, which may open a dialog. */
  async go(page: Page, rest: string): Promise<void> {
    await visitDialog(page, `${this.path}${rest}`);
  }

  /** Adds a site for a path; its name sorts after those of the field, which a long list draws first. */
  async plantSite(): Promise<Planted> {
    return planted(this.#operator.database)
      .insertInto('sites')
      .values({ system_id: this.field.mitasId, alias: `Weir ${1_000 + ++planting}`, color: '#2f7fd1' })
      .returning(['id', 'alias'])
      .executeTakeFirstOrThrow();
  }

  /** Adds a receiver that was never heard for a path, by default at the first site. */
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

  /** Deletes, as the colleague, a receiver that was heard. */
  async retire({ id, alias }: Planted): Promise<void> {
    await this.field.hear({ receiver: alias });
    await this.colleague.call('DELETE', `/receivers/${id}`);
  }

  /** Returns the names of a site's receivers at the host. */
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

  /** Closes what a path has open; fails on console errors that no path causes. */
  async leave(): Promise<void> {
    for (const { page, problems } of this.#visits.values()) {
      await leavePath(page, this.field);
      expect(unexpectedIn(problems.splice(0), expected), 'the console has no error').toEqual([]);
    }
  }

  /** Closes the pages, so that they load again with later changes. */
  async closePages(): Promise<void> {
    for (const { context } of this.#visits.values()) await context.close();
    this.#visits.clear();
  }

  async close(): Promise<void> {
    await this.closePages();
    await this.colleague.close();
  }
}

type FleetRole = 'owner' | 'viewer';
/** A logged-in person's page, and its console errors. */
type FleetVisit = { context: BrowserContext; page: Page; problems: string[] };
