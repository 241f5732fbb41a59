import type { Locator, Page, WebSocket } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import type { commandMachine } from '../../../src/machines/command/command-machine.ts';
import { type FaultProxy, ofType, type Rule } from '../../support/fault-proxy.ts';
import type { DrivenPath } from '../../support/machine-paths.ts';
import type { CommandingHost } from './commanding-host.ts';
import type { Field } from './field.ts';
import { expect } from './fixtures.ts';
import { choose, receiversList, receiversPath, rowOf } from './receivers-page.ts';
import { stopTime } from './stop-time.ts';

export type CommandAt = SnapshotFrom<typeof commandMachine>;
export type CommandWorld = { page: Page; field: Field; line: FaultProxy; host: CommandingHost };

/** How far the page's clock advances (ms) between two checks. */
const tickMs = 100;
/** A page that hears nothing for longer counts its line as lost. */
const longestMs = 20_000;
const patience = { timeout: 40_000 };
/** The call by which the page asks about its earlier commands. */
export const finding = '**/commands/find';
const justSent = { input: 0, moments: [] };

/**
 * A page on which one command is sent to one receiver, over a line that breaks when the path says so. The
 * page's clock advances only when the test advances it.
 */
export class CommandPage {
  readonly page: Page;
  readonly host: CommandingHost;
  /** Where the path has the command. */
  at: CommandAt | null = null;
  /** Whether the sent command reaches the host. */
  reaches: boolean;
  /** Whether a message reported an end, and the text of a later message that waits for the first to close. */
  isToldOf = false;
  unsaid: string | null = null;
  readonly #field: Field;
  readonly #line: FaultProxy;
  /** Whether the receiver is offline, so that the command is queued. */
  readonly #isQueued: boolean;
  readonly #alias: string;
  readonly #input: number;
  /**
   * The messages withheld from the page, and the last received of each: statuses, 'commandAck', 'heartbeat'.
   */
  readonly #keptBack = new Set<string>();
  readonly #came = new Map<string, string>();
  /** How many frames the page received. */
  #heard = 0;

  /** `path` decides what becomes of the command; without one, it reaches the host. */
  constructor({ page, field, line, host }: CommandWorld, path: Pick<DrivenPath, 'input' | 'moments'> = justSent) {
    const events = path.moments.map(({ event }) => event as { type: string; status?: string });
    const word = events.find(({ type }) => type.startsWith('command.'))?.type;
    this.page = page;
    this.host = host;
    this.reaches = events[0]?.type !== 'line.lost' || word !== 'command.unknown';
    this.#field = field;
    this.#line = line;
    this.#isQueued = events.some(({ status }) => status === 'waiting');
    this.#alias = this.#isQueued ? 'Gully' : 'Crest';
    this.#input = path.input;
    line.rule = this.#rule;
    page.on('websocket', this.#listen);
  }

  /**
   * Opens the page again and sends the path's command; for the machine's later inputs, a reload finds the
   * command. The test already controls the page's clock.
   */
  async open(): Promise<void> {
    await this.page.clock.resume();
    await this.page.goto(receiversPath(this.#field));
    await expect(receiversList(this.page)).toBeVisible();
    if (this.#isQueued) this.keepBack('waiting');
    await (this.#isQueued ? this.#queue() : this.#send());
    if (this.reaches) await (this.#isQueued ? this.untilNoted('waiting') : this.host.untilGot());
    if (this.#input > 0) await this.#findAgain(this.#input === 2);
  }

  get rxId(): number {
    return this.#field.receivers[this.#alias] ?? 0;
  }

  get mark(): Locator {
    return rowOf(this.page, this.#alias).getByTitle(/^Reboot: /);
  }

  /** Advances the page's clock slowly until the check passes. */
  async until(check: () => Promise<void>): Promise<void> {
    await expect(async () => {
      await this.page.clock.fastForward(tickMs);
      await check();
    }).toPass({ intervals: [50], ...patience });
  }

  /** Advances the page's clock by `ms`; if there is a line, the host's heartbeats continue. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= longestMs) {
      await this.page.clock.fastForward(Math.min(left, longestMs));
      const [beat, before] = [this.#came.get('heartbeat'), this.#heard];
      if (beat === undefined || this.#line.live === 0) continue;
      this.#line.inject(beat);
      await expect.poll(() => this.#heard, 'the page hears the host').toBeGreaterThan(before);
    }
  }

  /** Restores the line and ends every command. */
  async close(): Promise<void> {
    this.page.off('websocket', this.#listen);
    this.#line.heal();
    await this.host.clear();
  }

  /** Blocks all traffic, as if the host had died. */
  cut(): void {
    this.#line.hangsOpen = true;
    this.#line.cut();
  }

  /** Restores the line and waits until the page has asked about its commands. */
  async askAnew(): Promise<void> {
    const told = this.page.waitForResponse(finding, patience);
    await this.#mend();
    await told;
  }

  /** Does the same, but the host answers only after `work`. */
  async whileAsking(work: () => Promise<void>): Promise<void> {
    const [asked, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await this.page.route(finding, async (route) => {
      asked.resolve();
      await going.promise;
      await route.continue();
    });
    await this.#mend();
    await asked.promise;
    await work();
    const told = this.page.waitForResponse(finding, patience);
    going.resolve();
    await told;
    await this.page.unroute(finding);
  }

  /** Withholds the next of these messages from the page until they are released. */
  keepBack(...what: string[]): void {
    for (const each of what) this.#keptBack.add(each);
  }

  /** Releases a withheld message, or sends the last one again. */
  async letGo(what: string): Promise<void> {
    await expect.poll(() => this.#came.has(what), `the host says '${what}'`).toBe(true);
    this.#keptBack.delete(what);
    this.#line.inject(this.#came.get(what) ?? '');
  }

  /** Waits until the host has this status for the command. */
  async untilNoted(status: string): Promise<void> {
    await expect.poll(() => this.host.stand(), 'how the command stands').toEqual([status]);
  }

  async #mend(): Promise<void> {
    this.#line.heal();
    this.#line.rule = this.#rule;
    await this.until(async () => expect(this.#line.live).toBe(1));
  }

  async #send(): Promise<void> {
    await choose(this.page, this.#alias, 'Send a command');
    const item = this.page.getByRole('menuitem', { name: 'Reboot', exact: true });
    await expect(item).toBeVisible();
    await stopTime(this.page);
    await item.click();
  }

  async #queue(): Promise<void> {
    await choose(this.page, this.#alias, 'Send a command');
    await this.page.getByRole('menuitem', { name: 'Reboot', exact: true }).click();
    const question = this.page.getByRole('dialog', { name: `Reboot ${this.#alias}?` });
    await question.getByRole('button', { name: /While it is not online/ }).click();
    await this.page.getByRole('option', { name: 'When it comes online, within 1 day' }).click();
    const sending = question.getByRole('button', { name: 'Reboot', exact: true });
    await expect(sending).toBeEnabled();
    await stopTime(this.page);
    await sending.click();
  }

  /** Has the receiver begin the command, and reloads the page, which finds it under way. */
  async #findAgain(isRetrying: boolean): Promise<void> {
    this.host.answer({ kind: 'acknowledged' }, { kind: 'executing' });
    if (isRetrying) this.host.answer({ kind: 'retrying', attempt: 2 });
    await this.untilNoted(isRetrying ? 'retrying' : 'executing');
    await this.page.clock.resume();
    await this.page.reload();
    await expect(this.mark).toBeVisible();
    await stopTime(this.page);
  }

  readonly #listen = (socket: WebSocket): void => void socket.on('framereceived', () => (this.#heard += 1));

  readonly #rule: Rule = (text, way) => {
    if (way === 'toHost') return !this.reaches && ofType('rxReboot')(text) ? { frames: [] } : undefined;
    const message = JSON.parse(text) as { type: string; payload: { status?: string } };
    const what = message.type === 'commandStatus' ? (message.payload.status ?? '') : message.type;
    this.#came.set(what, text);
    return this.#keptBack.has(what) ? { frames: [] } : undefined;
  };
}
