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

/** The renamed site: it has no receivers, so that another person may delete it. */
const before = 'East bank';
const after = 'West bank';
const done = `${before} is now called ${after}`;
/** Long enough for the page's next try to restore the line and get an answer. */
const backWithin = { timeout: 60_000 };

const refused = { kind: 'server', code: 409, type: 'Conflict', message: 'A site with this name already exists' };

/**
 * The pages of two people in one system, each in their own browser. The first renames a site over a line that
 * breaks: its calls wait for the path's decision, and its live line goes through a proxy. The second one's
 * line is whole.
 */
export class OperationStage {
  readonly page: Page;
  readonly other: Page;
  readonly siteId: number;
  /** The site's name that the other person and the database must have, or null once it is deleted. */
  stands: string | null = before;
  /** No answer came, and the person has not yet confirmed the change again. */
  unanswered = false;
  readonly #field: Field;
  readonly #operator: Operator;
  readonly #line: FaultProxy;
  readonly #closing: (() => Promise<void>)[];
  readonly #held: Route[] = [];
  /** The last call as it left the page. */
  #sent: Request | null = null;
  /** Whether calls can no longer leave the page. */
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

  /** Opens both pages and requests the new name; `undisturbed` is a browser whose lines bypass the proxy. */
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

  /** The changes held until the person decides. */
  get heldBack(): Locator {
    return this.page.getByRole('region', { name: 'Not saved yet' });
  }

  /** Lets the call reach the host, and the page its answer. */
  async answer(): Promise<void> {
    await (await this.#next()).continue();
  }

  /** Blocks calls and messages. */
  async breakLine(): Promise<void> {
    const route = await this.#next();
    this.#line.hangsOpen = true;
    this.#line.cut();
    await route.abort('connectionfailed');
    this.unanswered = true;
  }

  /** Restores the live line. */
  mend(): void {
    this.#line.heal();
  }

  /** Keeps failing calls as if there were no network, whatever the live line does. */
  async cutCalls(): Promise<void> {
    this.#isCut = true;
    for (const route of this.#held.splice(0)) await route.abort('connectionfailed');
  }

  letCallsWait(): void {
    this.#isCut = false;
  }

  /** Delivers the page's call late, as a slow network would; its answer is lost. */
  async arriveLate(): Promise<void> {
    await expect.poll(() => this.#sent !== null, { message: 'the page makes its call' }).toBe(true);
    const reply = await this.page.context().request.fetch(this.#sent!);
    expect(reply.status(), 'the call that came late').toBe(200);
    this.stands = after;
  }

  /** Gives that name to another site as the other person, so that the host refuses it for this one. */
  async takeName(): Promise<void> {
    const { other } = this;
    await other.getByRole('button', { name: 'Rename South creek', exact: true }).click();
    await other.getByRole('textbox', { name: 'New name of South creek' }).fill(after);
    await other.keyboard.press('Enter');
    await expect(other.getByText(`South creek is now called ${after}`)).toBeVisible();
  }

  /** Deletes the site as the other person. */
  async deleteSite(): Promise<void> {
    const { request } = this.other.context();
    const { csrfToken } = (await (await request.get('/api/public/csrf-token')).json()) as { csrfToken: string };
    const { accessToken } = (await (await request.get('/api/public/access-token')).json()) as { accessToken: string };
    const headers = { [csrfHeader]: csrfToken, authorization: `Bearer ${accessToken}` };
    const reply = await request.delete(`/api/mitashost/${this.#field.mitasId}/sites?siteId=${this.siteId}`, { headers });
    expect(reply.status(), 'the deletion').toBe(200);
    this.stands = null;
  }

  /** Starts a new order of revisions at the host, as after a restored backup. */
  async beginEpoch(): Promise<void> {
    await this.#operator.database.db
      .updateTable('system_revisions')
      .set({ epoch: `restored-${Date.now()}` })
      .where('system_id', '=', this.#field.mitasId)
      .execute();
  }

  /** Resolves when the page loads its data again. */
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

/** A message's text, anywhere on the page. */
const said = ({ page }: OperationStage, text: string) => page.getByText(text, { exact: true }).first();

const isFound = (snapshot: Snapshot) => snapshot.matches({ asking: 'found' });

/** One change that a person requests, with every possible outcome (CHG-14). */
export const operationFlow: Flow<typeof operationMachine, OperationStage> = {
  machine: operationMachine,
  samples: samples({
    machine: operationMachine,
    inputs: [{ opId: 'operation-0000001', request: {}, lasting: true }],
    events: {
      // The page asks the host again; a page with a whole line gets no new message about it.
      'line.opened': (snapshot) => (snapshot.matches('unknown') ? [{}] : []),
      'operation.found': (snapshot) => (isFound(snapshot) ? [] : [{}]),
      'operation.outdated': (snapshot) => (snapshot.context.isOutdated || isFound(snapshot) ? [] : [{}]),
      'operation.send': {},
      'operation.drop': (snapshot) => (isFound(snapshot) ? [] : [{}]),
    },
    actors: {
      ask: promise<unknown>({
        outputs: [{ epoch: 'one', revision: 1, items: [] }],
        // A change that was made is not refused when it is requested again.
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
      // Only the order of changes shows it.
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
    // Checked first, as it closes by itself.
    if (snapshot.matches('confirmed')) await expect(said(stage, done)).toBeVisible(backWithin);
    if (snapshot.matches('refused')) await expect(said(stage, refused.message)).toBeVisible(backWithin);
    const mine = stage.siteOn(page, snapshot.matches('refused') || snapshot.matches('dropped') ? before : after);
    await expect(mine).toBeVisible({ visible: !(snapshot.matches('dropped') && stage.stands === null), ...backWithin });
    await expect(heldBack).toBeVisible({ visible: snapshot.matches('held'), ...backWithin });
    if (snapshot.matches('held')) await expect(heldBack.getByRole('listitem')).toHaveText([new RegExp(`^${done}`)]);
    const isUnsaved = snapshot.status === 'active' && stage.unanswered;
    // A fresh call soon counts as late, as the test holds the host's answer until a step releases it.
    if (isUnsaved || !snapshot.matches({ asking: 'fresh' }))
      await expect(mine.getByText('Not saved yet')).toHaveCount(isUnsaved ? 1 : 0, backWithin);
    if (stage.stands === null) await expect(stage.siteOn(other, before)).toHaveCount(0);
    else await expect(stage.siteOn(other, stage.stands)).toBeVisible();
    if (snapshot.status === 'done') expect(await stage.storedName(), 'what the database holds').toBe(stage.stands);
  },
};
