import type { Browser, BrowserContext, Locator, Page, Request, Route } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { operationMachine } from '../../../src/machines/operation/operation-machine.ts';
import { csrfHeader, fillPath } from '#model/contract/call.ts';
import { hostCalls } from '#model/contract/host-calls.ts';
import type { FaultProxy } from '../../support/fault-proxy.ts';
import { planted } from '../../support/planted.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import type { Field } from './field.ts';
import { enter, expect, productUrl, watchForProblems } from './fixtures.ts';
import type { Flow } from './flow.ts';
import type { Operator } from './operator.ts';

type Snapshot = SnapshotFrom<typeof operationMachine>;

/** The site that is renamed: nothing stands there, so that somebody else may delete it meanwhile. */
const before = 'East bank';
const after = 'West bank';
const done = `${before} is now called ${after}`;
/** A line comes back when the page tries again, and an answer after that. */
const backWithin = { timeout: 30_000 };

const refused = { kind: 'server', code: 409, type: 'Conflict', message: 'A site with this name already exists' };

/**
 * Two people's pages at one system, each in a browser of their own. The first renames a site over a line that
 * breaks: its calls wait for the path to say what becomes of them, and its live line goes through a proxy.
 * The second one's line is whole.
 */
export class OperationStage {
  readonly page: Page;
  readonly other: Page;
  readonly siteId: number;
  /**
   * What the other person and the database must see: the name by which the site is known there; null once it
   * is deleted.
   */
  stands: string | null = before;
  /** Where no answer came and the person has not yet said that it is wanted all the same. */
  unanswered = false;
  readonly #field: Field;
  readonly #operator: Operator;
  readonly #line: FaultProxy;
  readonly #closing: (() => Promise<void>)[];
  readonly #held: Route[] = [];
  /** The call as it left the page the last time. */
  #sent: Request | null = null;
  /** No call leaves the page any more. */
  #isCut = false;

  private constructor(
    { page, other, siteId }: Pick<OperationStage, 'page' | 'other' | 'siteId'>,
    { field, operator, line }: { field: Field; operator: Operator; line: FaultProxy },
    closing: (() => Promise<void>)[],
  ) {
    this.page = page;
    this.other = other;
    this.siteId = siteId;
    this.#field = field;
    this.#operator = operator;
    this.#line = line;
    this.#closing = closing;
  }

  /**
   * Opens both pages and asks for the new name; `undisturbed` is a browser whose lines the proxy does not
   * touch.
   */
  static async open(
    page: Page,
    undisturbed: Browser,
    world: { field: Field; operator: Operator; line: FaultProxy },
  ): Promise<OperationStage> {
    const { field, operator } = world;
    const { id: siteId } = await planted(operator.database)
      .insertInto('sites')
      .values({ system_id: field.mitasId, alias: before, color: '#2f7fd1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const context: BrowserContext = await undisturbed.newContext({ baseURL: productUrl(), serviceWorkers: 'block' });
    const problems = await watchForProblems(context);
    const other = await context.newPage();
    const person = await operator.addPerson({ [field.mitasId]: 'researcher' });
    const stage = new OperationStage({ page, other, siteId }, world, [
      async () => {
        await context.close();
        expect(problems, 'the other console has no error').toEqual([]);
      },
    ]);
    await page.route(`**/api/mitashost/${field.mitasId}/sites/${siteId}/name`, (route) => stage.#take(route));
    await Promise.all([enter(page, field.person), enter(other, person, `/dashboard/${field.mitasId}/dashboard`)]);
    await expect(stage.siteOn(other, before)).toBeVisible();
    await page.getByRole('button', { name: `Rename ${before}`, exact: true }).click();
    await page.getByRole('textbox', { name: `New name of ${before}` }).fill(after);
    await page.keyboard.press('Enter');
    return stage;
  }

  siteOn(page: Page, alias: string): Locator {
    return page.getByRole('region', { name: alias, exact: true });
  }

  /** What is held until the person says what becomes of it. */
  get heldBack(): Locator {
    return this.page.getByRole('region', { name: 'Not saved yet' });
  }

  /** The host hears the call, and the page its answer. */
  async answer(): Promise<void> {
    await (await this.#next()).continue();
  }

  /** Neither calls nor messages pass any more. */
  async breakLine(): Promise<void> {
    const route = await this.#next();
    this.#line.hangsOpen = true;
    this.#line.cut();
    await route.abort('connectionfailed');
    this.unanswered = true;
  }

  /** The live line is whole again. */
  mend(): void {
    this.#line.heal();
  }

  /** Calls go on to find no network, whatever the live line does. */
  async cutCalls(): Promise<void> {
    this.#isCut = true;
    for (const route of this.#held.splice(0)) await route.abort('connectionfailed');
  }

  letCallsWait(): void {
    this.#isCut = false;
  }

  /**
   * What the page sent reaches the host all the same, by a network that held it up; its answer finds nobody.
   */
  async arriveLate(): Promise<void> {
    await expect.poll(() => this.#sent !== null, { message: 'the page makes its call' }).toBe(true);
    const reply = await this.page.context().request.fetch(this.#sent!);
    expect(reply.status(), 'the call that came late').toBe(200);
    this.stands = after;
  }

  /** The other person gives that name to another site, so that the host refuses it to this one. */
  async takeName(): Promise<void> {
    const { other } = this;
    await other.getByRole('button', { name: 'Rename South creek', exact: true }).click();
    await other.getByRole('textbox', { name: 'New name of South creek' }).fill(after);
    await other.keyboard.press('Enter');
    await expect(other.getByText(`South creek is now called ${after}`)).toBeVisible();
  }

  /** The other person deletes the site. */
  async deleteSite(): Promise<void> {
    const { request } = this.other.context();
    const { csrfToken } = (await (await request.get('/api/public/csrf-token')).json()) as { csrfToken: string };
    const { accessToken } = (await (await request.get('/api/public/access-token')).json()) as { accessToken: string };
    const headers = { [csrfHeader]: csrfToken, authorization: `Bearer ${accessToken}` };
    const reply = await request.delete(`/api/mitashost/${this.#field.mitasId}/sites?siteId=${this.siteId}`, { headers });
    expect(reply.status(), 'the deletion').toBe(200);
    this.stands = null;
  }

  /** The host counts again, as after a backup was restored. */
  async beginEpoch(): Promise<void> {
    await this.#operator.database.db
      .updateTable('system_revisions')
      .set({ epoch: `restored-${Date.now()}` })
      .where('system_id', '=', this.#field.mitasId)
      .execute();
  }

  /** Resolves when the page loads what it shows once more. */
  loadsAnew(): Promise<unknown> {
    return this.page.waitForResponse(
      fillPath(hostCalls.listReceiversAndSites.path, { mitasId: this.#field.mitasId }),
      backWithin,
    );
  }

  async storedName(): Promise<string | null> {
    const row = await this.#operator.database.db
      .selectFrom('sites')
      .select('alias')
      .where('id', '=', this.siteId)
      .executeTakeFirst();
    return row?.alias ?? null;
  }

  async close(): Promise<void> {
    this.mend();
    for (const close of this.#closing) await close();
  }

  async #take(route: Route): Promise<void> {
    this.#sent = route.request();
    if (this.#isCut) await route.abort('connectionfailed');
    else this.#held.push(route);
  }

  async #next(): Promise<Route> {
    await expect.poll(() => this.#held.length, { message: 'the page makes its call', ...backWithin }).toBeGreaterThan(0);
    return this.#held.shift()!;
  }
}

/** The text of a message, wherever it stands on the page. */
const said = ({ page }: OperationStage, text: string) => page.getByText(text, { exact: true }).first();

const isFound = (snapshot: Snapshot) => snapshot.matches({ asking: 'found' });

/** One change that a person asks for, in all the ways in which it may end (CHG-14). */
export const operationFlow: Flow<typeof operationMachine, OperationStage> = {
  machine: operationMachine,
  samples: samples({
    machine: operationMachine,
    inputs: [{ opId: 'operation-0000001', request: {}, lasting: true }],
    events: {
      // Asked while the host hears: a page whose line is whole hears nothing new of it.
      'line.opened': (snapshot) => (snapshot.matches('unknown') ? [{}] : []),
      'operation.found': (snapshot) => (isFound(snapshot) ? [] : [{}]),
      'operation.outdated': (snapshot) => (snapshot.context.isOutdated || isFound(snapshot) ? [] : [{}]),
      'operation.send': {},
      'operation.drop': (snapshot) => (isFound(snapshot) ? [] : [{}]),
    },
    actors: {
      ask: promise<unknown>({
        outputs: [{ epoch: 'one', revision: 1, items: [] }],
        // What was done is not refused when it is asked for again.
        errors: ({ parent }) => (isFound(parent as Snapshot) ? [{ kind: 'network' }] : [{ kind: 'network' }, refused]),
      }),
    },
    // The stories of CHG-14, each to its end.
    leads: [
      { steps: ['operation.found', 'ask done'] },
      { steps: ['operation.outdated', 'ask failed #0', 'operation.send', 'ask done'] },
      { steps: ['ask failed #0', 'line.opened', 'ask done'] },
      { steps: ['ask failed #0', 'line.opened', 'ask failed #1'] },
      { steps: ['ask failed #0', 'line.opened', 'ask failed #0', 'operation.found'] },
      { steps: ['ask failed #0', 'operation.outdated', 'operation.send', 'ask failed #0', 'line.opened', 'ask done'] },
    ],
    serializeState: ({ value, context }) => JSON.stringify([value, context.isOutdated, Math.min(1, context.attempt)]),
  }),
  byHand: {
    'line.opened': async (stage) => stage.mend(),
    async 'operation.found'(stage) {
      await stage.arriveLate();
      if (!stage.unanswered) return expect(stage.siteOn(stage.other, after)).toBeVisible();
      // Nothing but the order of changes tells it.
      await stage.cutCalls();
      stage.mend();
    },
    async 'operation.outdated'(stage) {
      if (!stage.unanswered) return void (await Promise.all([stage.loadsAnew(), stage.beginEpoch()]));
      await stage.beginEpoch();
      await stage.cutCalls();
      stage.mend();
      await expect(stage.heldBack).toBeVisible(backWithin);
      stage.letCallsWait();
    },
    async 'operation.send'(stage) {
      stage.unanswered = false;
      await stage.heldBack.getByRole('button', { name: 'Send' }).click();
    },
    async 'operation.drop'(stage) {
      if (await stage.heldBack.isVisible()) return stage.heldBack.getByRole('button', { name: 'Drop' }).click();
      const name = stage.stands ?? '';
      await stage.deleteSite();
      stage.mend();
      await expect(said(stage, `${name} was deleted, and your changes with it`)).toBeVisible(backWithin);
    },
  },
  byTheWorld: {
    async 'ask done'(stage) {
      await stage.answer();
      stage.stands = after;
    },
    'ask failed': (stage) => stage.breakLine(),
    'ask failed #0': (stage) => stage.breakLine(),
    async 'ask failed #1'(stage) {
      await stage.takeName();
      await stage.answer();
    },
  },
  elsewhere: {},
  untaken: {
    'operation.asking.fresh · xstate.after.answerDue.operation.asking.fresh [isLasting] → operation.asking.late':
      'a second of the clock, which no step of a path waits for; what shows of it is checked where an answer stays away',
    'operation.asking.found · xstate.after.answerDue.operation.asking.found → operation.confirmed':
      'the same second: confirmed by the answer or by its failure instead',
    'operation.unknown · xstate.after.sendAgain.operation.unknown → operation.asking':
      'the page sends again by itself between two steps, and the calls are held',
  },
  async shows(stage, snapshot) {
    const { page, other, heldBack } = stage;
    // The first of all: it goes by itself.
    if (snapshot.matches('confirmed')) await expect(said(stage, done)).toBeVisible(backWithin);
    if (snapshot.matches('refused')) await expect(said(stage, refused.message)).toBeVisible(backWithin);
    const mine = stage.siteOn(page, snapshot.matches('refused') || snapshot.matches('dropped') ? before : after);
    await expect(mine).toBeVisible({ visible: !(snapshot.matches('dropped') && stage.stands === null), ...backWithin });
    await expect(heldBack).toBeVisible({ visible: snapshot.matches('held'), ...backWithin });
    if (snapshot.matches('held')) await expect(heldBack.getByRole('listitem')).toHaveText([new RegExp(`^${done}`)]);
    const isUnsaved = snapshot.status === 'active' && stage.unanswered;
    // What was just asked is late in a moment, as the host's answer is held here until a step lets it go.
    if (isUnsaved || !snapshot.matches({ asking: 'fresh' }))
      await expect(mine.getByText('Not saved yet')).toHaveCount(isUnsaved ? 1 : 0, backWithin);
    if (stage.stands === null) await expect(stage.siteOn(other, before)).toHaveCount(0);
    else await expect(stage.siteOn(other, stage.stands)).toBeVisible();
    if (snapshot.status === 'done') expect(await stage.storedName(), 'what the database holds').toBe(stage.stands);
  },
};
