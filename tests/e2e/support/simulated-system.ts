import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { FamilyConfig } from '#model/config/config.ts';
import { decodeIncoming } from '#model/contract/decode-frame.ts';
import type { Contact } from '#model/entities/contact.ts';
import { firstJoinedKey } from '../../../host/drivers/simulator/members.ts';
import { outagesBetween } from '../../../host/drivers/simulator/outages.ts';
import type { World } from '../../../host/drivers/simulator/world.ts';
import { makeWorld } from '../../../host/drivers/simulator/worlds.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { planted } from '../../support/planted.ts';
import { enter, expect, productUrl, watchForProblems } from './fixtures.ts';
import type { Operator, Person } from './operator.ts';
import { visit, visitDialog } from './steps.ts';

/** Saved settings apply to a simulated receiver within this time, in ms (SIM-8). */
export const obeysWithinMs = 5_000;
/** Receivers whose link fails within this time, in ms, are silent for a reason other than their settings. */
const steadyMs = 300_000;
/** After one receiver heard this many signals, another in its place would have heard some. */
const enough = 3;
const foundedWithinMs = 90_000;
/** A rare signal is heard within this time, in ms. */
const heardWithinMs = 90_000;

export type Subject = { id: number; alias: string };
/** The contacts that count. */
export type Match = (contact: Contact) => boolean;
const anything: Match = () => true;

/**
 * A simulated system for one file of tests, in one browser: its live stream, which shows what its receivers
 * hear, and a second page to work on.
 */
export class SimulatedSystem {
  readonly mitasId: string;
  readonly page: Page;
  readonly #operator: Operator;
  readonly #context: BrowserContext;
  readonly #problems: readonly string[];
  readonly #heard: readonly Contact[];
  readonly #api: { send: (path: string, body: object) => Promise<unknown> };
  readonly #world: World;
  readonly #sites: ReadonlyMap<string, number>;
  #made = 0;

  private constructor(parts: {
    mitasId: string;
    page: Page;
    operator: Operator;
    context: BrowserContext;
    problems: readonly string[];
    heard: readonly Contact[];
    send: (path: string, body: object) => Promise<unknown>;
    world: World;
    sites: ReadonlyMap<string, number>;
  }) {
    this.mitasId = parts.mitasId;
    this.page = parts.page;
    this.#operator = parts.operator;
    this.#context = parts.context;
    this.#problems = parts.problems;
    this.#heard = parts.heard;
    this.#api = { send: parts.send };
    this.#world = parts.world;
    this.#sites = parts.sites;
  }

  /** Founds the system and watches its stream. Rejects if the host does not simulate it within 90 s. */
  static async open(operator: Operator, browser: Browser): Promise<SimulatedSystem> {
    const mitasId = `simulated-${process.pid}`;
    await operator.admin(['systems', 'add', mitasId, '--name', 'Simulated study', '--kind', 'simulated']);
    const person = await operator.addPerson({ [mitasId]: 'owner' });
    const world = await foundedWorld(operator, mitasId);
    const tables = planted(operator.database);
    const sites = await tables.selectFrom('sites').select(['id', 'alias']).where('system_id', '=', mitasId).execute();
    const context = await browser.newContext({ baseURL: productUrl() });
    const problems = await watchForProblems(context);
    const heard = await watchStream(await context.newPage(), person, mitasId);
    const system = new SimulatedSystem({
      mitasId,
      page: await context.newPage(),
      operator,
      context,
      problems,
      heard,
      send: await sender(person),
      world,
      sites: new Map(sites.map(({ id, alias }) => [alias, id])),
    });
    await system.page.goto(system.#path);
    return system;
  }

  /** Ends the system: a world without viewers costs the other tests host time. */
  async close(): Promise<void> {
    // Closes the pages first: they would find the system gone.
    await this.#context.close();
    await this.#operator.admin(['systems', 'set', this.mitasId, '--offline']);
    expect(this.#problems, 'the console has no error').toEqual([]);
  }

  get #path(): string {
    return `/dashboard/${this.mitasId}/receivers`;
  }

  /** Makes a receiver at a site of the study, by the host's own call. */
  async make(site: string, config: { orion: FamilyConfig } | { ares: FamilyConfig }): Promise<Subject> {
    const model = 'ares' in config ? 1 : 0;
    return this.untilSteady(async (alias) => {
      const body = { newRx: { basic: { alias, model }, ...config }, siteId: this.#sites.get(site) };
      return idIn(await this.#api.send(`/api/mitashost/${this.mitasId}/receivers`, body));
    });
  }

  /** Makes receivers until chance gives one an id whose link holds. */
  async untilSteady(make: (alias: string) => Promise<number>): Promise<Subject> {
    for (;;) {
      const alias = `Subject ${++this.#made}`;
      const id = await make(alias);
      const link = { key: firstJoinedKey + id, flakyLink: false };
      if (outagesBetween(this.#world, link, Date.now(), Date.now() + steadyMs).length === 0) return { id, alias };
    }
  }

  /** Returns the place of a site's receivers in the study, in degrees. */
  placeOf(site: string): { latitude: number; longitude: number } {
    const at = this.#world.sites.findIndex(({ alias }) => alias === site);
    const receiver = this.#world.receivers.find((each) => each.site === at);
    if (receiver === undefined) throw new Error(`The study has no receiver at '${site}'`);
    return { latitude: receiver.latitude, longitude: receiver.longitude };
  }

  /** Opens the list, searched for this text. */
  async openList(search: string): Promise<void> {
    await visit(this.page, `${this.#path}?search=${encodeURIComponent(search)}`);
    await expect(this.page.getByRole('grid', { name: 'Receivers by site' })).toBeVisible();
  }

  /** Chooses an item in the menu of a receiver or a site of the list. */
  async choose(of: string, item: string): Promise<void> {
    await this.page.getByRole('button', { name: `Actions of ${of}`, exact: true }).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Runs `act`, which makes the page call the host, and returns the reply with its time of arrival. */
  async during(method: string, path: RegExp, act: () => Promise<void>): Promise<{ at: number; reply: unknown }> {
    const answered = this.page.waitForResponse(
      (response) => response.request().method() === method && path.test(new URL(response.url()).pathname),
    );
    await act();
    const response = await answered;
    const at = Date.now();
    expect(response.status(), `${method} ${response.url()}`).toBe(200);
    return { at, reply: await response.json() };
  }

  /** Edits a receiver in its editor and saves; returns the time at which the host had it. */
  async save({ id, alias }: Subject, tab: string, edit: (editor: Locator) => Promise<void>): Promise<number> {
    await visitDialog(this.page, `${this.#path}?edit=${id}`);
    const editor = this.page.getByRole('dialog', { name: `Edit ${alias}`, exact: true });
    await editor.getByRole('tab', { name: tab, exact: true }).click();
    await edit(editor);
    const { at } = await this.during('PUT', new RegExp(`/receivers/${id}$`), () =>
      editor.getByRole('button', { name: 'Save' }).click(),
    );
    await expect(editor).toHaveCount(0);
    return at;
  }

  /** Returns what a receiver heard since a time (ms), from the page's own stream. */
  heardBy({ id }: Subject, since: number, match: Match = anything): Contact[] {
    return this.#heard.filter((contact) => contact.rxId === id && contact.ts >= since && match(contact));
  }

  /** Waits until a receiver heard this much since a time (ms), and returns it. */
  async untilHeard(
    subject: Subject,
    since: number,
    { count = 1, match = anything, withinMs = heardWithinMs } = {},
  ): Promise<Contact[]> {
    const heard = (): Contact[] => this.heardBy(subject, since, match);
    await expect
      .poll(() => heard().length, { message: `${subject.alias} is heard`, timeout: withinMs, intervals: [100] })
      .toBeGreaterThanOrEqual(count);
    return heard();
  }

  /** Expects the receiver to hear new contacts within 5 s of a save (ms). */
  async expectBegins(subject: Subject, saved: number, match: Match = anything): Promise<void> {
    const [first] = await this.untilHeard(subject, saved, { match, withinMs: 3 * obeysWithinMs });
    expect((first?.ts ?? Infinity) - saved, `${subject.alias} is first heard (ms after the save)`).toBeLessThanOrEqual(
      obeysWithinMs,
    );
  }

  /**
   * Expects that 5 s after a save (ms) the receiver hears none of the contacts that the witness at its site
   * still hears.
   */
  async expectEnds(subject: Subject, witness: Subject, saved: number, match: Match = anything): Promise<void> {
    await this.expectSilent(subject, witness, saved + obeysWithinMs, match);
  }

  /** Expects the receiver to hear nothing since a time (ms), while the witness hears contacts. */
  async expectSilent(subject: Subject, witness: Subject, since: number, match: Match = anything): Promise<void> {
    await this.untilHeard(witness, since, { count: enough, match });
    expect(this.heardBy(subject, since, match)).toEqual([]);
  }
}

async function foundedWorld({ database }: Operator, mitasId: string): Promise<World> {
  const rows = database.db.selectFrom('simulations').selectAll().where('system_id', '=', mitasId);
  await expect.poll(async () => (await rows.execute()).length, { timeout: foundedWithinMs }).toBe(1);
  const { seed, live_from } = await rows.executeTakeFirstOrThrow();
  return makeWorld(mitasId, Number(seed), new Date(live_from).getTime());
}

/** Opens the live stream on a page; returns a list that collects all contacts from the host. */
async function watchStream(page: Page, person: Person, mitasId: string): Promise<readonly Contact[]> {
  const heard: Contact[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const decoded = decodeIncoming(String(payload));
      if (decoded.ok && decoded.value.type === 'contact') heard.push(...[decoded.value.payload].flat());
    }),
  );
  await enter(page, person, `/dashboard/${mitasId}/receivers/stream`);
  await expect(page.getByText('Streaming', { exact: true })).toBeVisible();
  return heard;
}

async function sender({ username, password }: Person): Promise<(path: string, body: object) => Promise<unknown>> {
  const browser = new TestBrowser(productUrl());
  const token = await browser.logIn(username, password);
  return async (path, body) => {
    const { status, json, text } = await browser.send('POST', path, { body, token });
    if (status !== 200) throw new Error(`${status} to POST ${path}: ${text}`);
    return json;
  };
}

/** Returns the id of the receiver that a reply reports as made. */
export function idIn(reply: unknown): number {
  return (reply as { rxData: { id: number } }).rxData.id;
}
