import type { Locator, Page } from '@playwright/test';
import { type Saved, savingMachine } from '../../../src/machines/saving/saving-machine.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import type { Field } from './field.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { HeldCalls } from './held-calls.ts';
import type { Operator } from './operator.ts';
import { visit } from './steps.ts';

/** The settings on the page of alarms, for an administrator; the page's calls wait. */
export class AlarmSettingsStage {
  readonly minutes: Locator;
  readonly mails: Locator;
  readonly asked: HeldCalls;
  readonly #operator: Operator;
  #wanted = 5;

  private constructor(page: Page, asked: HeldCalls, operator: Operator) {
    this.minutes = page.getByRole('region', { name: 'Offline alarm' });
    this.mails = page.getByRole('region', { name: 'Emails from this system' });
    this.asked = asked;
    this.#operator = operator;
  }

  static async open(page: Page, field: Field, operator: Operator): Promise<AlarmSettingsStage> {
    await visit(page, `/dashboard/${field.mitasId}/alarms?tab=settings`);
    await expect(page.getByRole('textbox', { name: 'Minutes offline before an alarm' })).toHaveValue('5');
    const asked = await HeldCalls.at(page, '/config/alarms', '/email-notifications', '/alarms/test-mail');
    return new AlarmSettingsStage(page, asked, operator);
  }

  get field(): Locator {
    return this.minutes.getByRole('textbox');
  }

  async saveMinutes(): Promise<void> {
    await this.field.fill(String((this.#wanted += 1)));
    await this.minutes.getByRole('button', { name: 'Save minutes' }).click();
  }

  /** Allows a test email, whenever the last one was sent. */
  async letMail(): Promise<void> {
    await this.#operator.database.db.deleteFrom('mail_outbox').where('kind', '=', 'test').execute();
    await this.asked.letGo();
  }
}

const noServer = 'This host has no mail server: it sends no mail.';

/** A system's alarms and their recipients, in every way they can be set (ALP-3). */
export const alarmSettingsFlow: Flow<typeof savingMachine, AlarmSettingsStage> = {
  machine: savingMachine,
  samples: samples({
    machine: savingMachine,
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'thing.save': [
        { of: 'minutes', value: 7 },
        { of: 'mails', value: { emailReports: false } },
        { of: 'testMail', value: null },
      ],
    },
    actors: { save: promise<Saved>({ outputs: [{ message: 'Saved' }, { message: noServer, stays: true }] }) },
    systems: ['snackbar', 'journal'],
    leads: [
      { steps: ['thing.save #0', 'save failed', 'thing.save #1', 'save done #0', 'thing.save #2', 'save done #1'] },
      { steps: ['thing.save #2', 'save done #1', 'thing.save #0', 'save done #0', 'thing.save #1', 'save failed'] },
      { steps: ['thing.save #1', 'save failed', 'thing.save #2', 'save failed', 'thing.save #0', 'save done #0'] },
    ],
    serializeState: ({ value, context: { failure, said } }) => JSON.stringify([value, failure?.of, said !== null]),
  }),
  byHand: {
    async 'thing.save'(stage, { of }) {
      if (of === 'minutes') await stage.saveMinutes();
      else if (of === 'mails') await stage.mails.getByRole('switch', { name: 'Daily report' }).click();
      else await stage.mails.getByRole('button', { name: 'Send a test email' }).click();
    },
  },
  byTheWorld: {
    'save done #0': ({ asked }) => asked.letGo(),
    'save done #1': (stage) => stage.letMail(),
    'save failed': ({ asked }) => asked.cut(),
  },
  elsewhere: {},
  untaken: {},
  async shows({ minutes, mails, field }, at) {
    const { failure, said } = at.context;
    const isBusy = at.hasTag('busy');
    await expect(field).toBeEditable({ editable: !isBusy });
    const report = mails.getByRole('switch', { name: 'Daily report' });
    await (isBusy
      ? expect(report).toHaveAttribute('aria-readonly', 'true')
      : expect(report).not.toHaveAttribute('aria-readonly'));
    await expect(minutes.getByRole('alert')).toHaveCount(failure?.of === 'minutes' ? 1 : 0);
    await expect(mails.getByRole('alert')).toHaveCount(failure !== null && failure.of !== 'minutes' ? 1 : 0);
    await expect(mails.getByText(noServer)).toHaveCount(said === null ? 0 : 1);
  },
};
