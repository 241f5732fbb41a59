import type { Locator, Page } from '@playwright/test';
import { alarmSettingsMachine } from '../../../src/machines/alarm-settings/alarm-settings-machine.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import type { Field } from './field.ts';
import { enter, expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { HeldCalls } from './held-calls.ts';
import type { Operator } from './operator.ts';

/** The settings of the page of alarms, as an administrator of a system has them; what is asked waits. */
export class AlarmSettingsStage {
  readonly minutes: Locator;
  readonly mails: Locator;
  readonly asked: HeldCalls;
  readonly #operator: Operator;
  #wanted = 5;

  private constructor(page: Page, asked: HeldCalls, operator: Operator) {
    this.minutes = page.getByRole('region', { name: 'Offline alarm' });
    this.mails = page.getByRole('region', { name: 'Your mails of this system' });
    this.asked = asked;
    this.#operator = operator;
  }

  static async open(page: Page, field: Field, operator: Operator): Promise<AlarmSettingsStage> {
    const person = await operator.addPerson({ [field.mitasId]: 'administrator' });
    await enter(page, person, `/dashboard/${field.mitasId}/alarms`);
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

  /** Lets a test be mailed, whenever the last one was. */
  async letMail(): Promise<void> {
    await this.#operator.database.db.deleteFrom('mail_outbox').where('kind', '=', 'test').execute();
    await this.asked.letGo();
  }
}

/** How a system alarms, and whom it mails, in all the ways in which that may be set (ALP-3). */
export const alarmSettingsFlow: Flow<typeof alarmSettingsMachine, AlarmSettingsStage> = {
  machine: alarmSettingsMachine,
  samples: samples({
    machine: alarmSettingsMachine,
    inputs: [{ mitasId: 'demo', search: '' }],
    events: { 'minutes.save': { minutes: 7 }, 'mails.save': { wishes: { emailReports: false } }, 'mail.test': {} },
    actors: {
      saveMinutes: promise({ outputs: [undefined] }),
      saveMails: promise({ outputs: [{ systems: [] }] }),
      sendTestMail: promise({ outputs: [{ message: 'This host has no mail server: it sends no mail.' }] }),
    },
    systems: ['snackbar', 'journal'],
    leads: [
      { steps: ['minutes.save', 'saveMinutes failed', 'mails.save', 'saveMails done', 'mail.test', 'sendTestMail done'] },
      { steps: ['mail.test', 'sendTestMail done', 'minutes.save', 'saveMinutes done', 'mails.save', 'saveMails failed'] },
      { steps: ['mails.save', 'saveMails failed', 'mail.test', 'sendTestMail failed', 'minutes.save', 'saveMinutes done'] },
    ],
    serializeState: ({ value, context: { failure, mailed } }) => JSON.stringify([value, failure?.of, mailed !== null]),
  }),
  byHand: {
    'minutes.save': (stage) => stage.saveMinutes(),
    'mails.save': ({ mails }) => mails.getByRole('switch', { name: 'Daily report' }).click(),
    'mail.test': ({ mails }) => mails.getByRole('button', { name: 'Send a test mail' }).click(),
  },
  byTheWorld: {
    'saveMinutes done': ({ asked }) => asked.letGo(),
    'saveMinutes failed': ({ asked }) => asked.cut(),
    'saveMails done': ({ asked }) => asked.letGo(),
    'saveMails failed': ({ asked }) => asked.cut(),
    'sendTestMail done': (stage) => stage.letMail(),
    'sendTestMail failed': ({ asked }) => asked.cut(),
  },
  elsewhere: {},
  untaken: {},
  async shows({ minutes, mails, field }, at) {
    const { failure, mailed } = at.context;
    const isBusy = at.hasTag('busy');
    await expect(field).toBeEditable({ editable: !isBusy });
    const report = mails.getByRole('switch', { name: 'Daily report' });
    await (isBusy
      ? expect(report).toHaveAttribute('aria-readonly', 'true')
      : expect(report).not.toHaveAttribute('aria-readonly'));
    await expect(minutes.getByRole('alert')).toHaveCount(failure?.of === 'minutes' ? 1 : 0);
    await expect(mails.getByRole('alert')).toHaveCount(failure?.of === 'mails' || failure?.of === 'test' ? 1 : 0);
    await expect(mails.getByText('This host has no mail server: it sends no mail.')).toHaveCount(mailed === null ? 0 : 1);
  },
};
