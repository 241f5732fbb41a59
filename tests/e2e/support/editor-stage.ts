import type { FileChooser, Locator, Page } from '@playwright/test';
import type { Path } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { FleetStage, Planted } from './fleet-stage.ts';
import { HeldCalls } from './held-calls.ts';
import { messageOf } from './message.ts';

/** The initial squelch, in dBm, of the field that everybody changes. */
export const atFirst = -110;
export const mine = -90;
export const theirs = -100;

/** The editor of one receiver, whose calls end as the path decides. */
export class EditorStage {
  readonly page: Page;
  readonly fleet: FleetStage;
  readonly rxId: number;
  readonly alias: string;
  readonly calls: HeldCalls;
  readonly editor: Locator;
  /** The squelch that the host must have in the end. */
  stands = atFirst;
  /** The open file chooser, while no file is chosen. */
  chooser: FileChooser | null = null;
  isSaving = false;

  private constructor(page: Page, fleet: FleetStage, { id, alias }: { id: number; alias: string }, calls: HeldCalls) {
    this.page = page;
    this.fleet = fleet;
    this.rxId = id;
    this.alias = alias;
    this.calls = calls;
    this.editor = page.getByRole('dialog', { name: /^Edit / });
  }

  /** Adds a receiver with two saved versions. */
  static async plant(fleet: FleetStage): Promise<Planted> {
    const receiver = await fleet.plant();
    await fleet.colleague.setSquelch(receiver.id, mine);
    await fleet.colleague.setSquelch(receiver.id, atFirst);
    return receiver;
  }

  /** Opens the editor of that receiver; on a path of kept values, with those values. */
  static async open(fleet: FleetStage, path: Path, receiver: Planted): Promise<EditorStage> {
    const page = await fleet.pageOf();
    const calls = await HeldCalls.at(page, `/receivers/${receiver.id}`);
    const stage = new EditorStage(page, fleet, receiver, calls);
    await fleet.go(page, `?edit=${receiver.id}`);
    if (path.input === 1) await stage.loseSave();
    return stage;
  }

  /** Saves at the host but loses the answer; then opens the editor again with the values. */
  async loseSave(): Promise<void> {
    await this.calls.letGo();
    await this.showSquelch();
    await this.squelch.fill(String(mine));
    await this.save();
    await this.calls.loseAnswer();
    this.stands = mine;
    await messageOf(this.page).getByRole('button', { name: 'Open with my values' }).click();
    await this.showSquelch();
  }

  get squelch(): Locator {
    return this.editor.getByLabel('Squelch (dBm)');
  }

  async showSquelch(): Promise<void> {
    await this.editor.getByRole('tab', { name: /^General/ }).click();
  }

  save(): Promise<void> {
    return this.editor.getByRole('button', { name: 'Save' }).click();
  }

  /** Answers the question over the editor. */
  answer(name: string | RegExp): Promise<void> {
    return this.page.getByRole('alertdialog').getByRole('button', { name }).click();
  }

  /** Answers the held call after another person's change. */
  async answerAfter(value: number): Promise<void> {
    await this.setByOthers(value);
    await this.calls.letGo();
  }

  async setByOthers(value: number): Promise<void> {
    await this.fleet.colleague.setSquelch(this.rxId, value);
    this.stands = value;
  }

  async choose(text: string): Promise<void> {
    await this.chooser?.setFiles({ name: 'configuration.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  }

  /** Closes the editor; a save in progress has reached a host that does not answer yet. */
  async leave(): Promise<void> {
    const cancel = () => this.editor.getByRole('button', { name: 'Cancel' }).click();
    if (!this.isSaving) return cancel();
    await this.fleet.host.stalling(async (isWaitedFor) => {
      await this.calls.letGo();
      await expect.poll(isWaitedFor, { message: 'the save has reached the database' }).toBe(true);
      await cancel();
      await expect(this.editor).toHaveCount(0);
    });
    this.stands = mine;
  }
}
