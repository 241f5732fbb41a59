import type { Locator, Page } from '@playwright/test';
import { pagedAlarms } from '../../../src/machines/alarm-history/paged-alarms.ts';
import { pagedListMachine, type PartAsked } from '../../../src/machines/paged-list/paged-list-machine.ts';
import { alarmAddress } from '#model/alarms/alarm-filters.ts';
import { type AlarmHistory, olderLimit, renewedLimit } from '#model/alarms/alarm-history.ts';
import { TimeText } from '#model/time/time-text.ts';
import { pastAlarm } from '../../support/alarm-samples.ts';
import { callback, promise, samples } from '../../support/machine-paths.ts';
import { planted } from '../../support/planted.ts';
import { Colleague } from './colleague.ts';
import type { Field } from './field.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { HeldCalls } from './held-calls.ts';
import type { Operator } from './operator.ts';
import { visit } from './steps.ts';

/** The number of alarms in the database and in the samples: one page and part of another. */
const count = 80;

/** The host's answer about them, as the samples have it. */
function answered({ part, list }: PartAsked) {
  const shown = (list as AlarmHistory | null) ?? { alarms: [], more: false };
  const [before, limit] = part === 'older' ? [shown.alarms.at(-1)?.id ?? null, olderLimit(shown)] : [null, renewedLimit(shown)];
  const ids = Array.from({ length: count }, (_, at) => count - at).filter((id) => before === null || id < before);
  return { alarms: ids.slice(0, limit).map((id) => pastAlarm(id)), more: ids.length > limit };
}

/** The alarm history on its page, while a colleague changes the fleet; the page's calls wait. */
export class AlarmHistoryStage {
  readonly page: Page;
  readonly rows: Locator;
  /** The text for older alarms that could not be loaded. */
  readonly older: Locator;
  readonly asked: HeldCalls;
  readonly #colleague: Colleague;
  readonly #rxId: number;
  #copies = 0;

  private constructor(page: Page, asked: HeldCalls, colleague: Colleague, rxId: number) {
    this.page = page;
    this.rows = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem');
    this.older = page.getByRole('alert').filter({ hasText: /^Could not load older alarms/ });
    this.asked = asked;
    this.#colleague = colleague;
    this.#rxId = rxId;
  }

  /** Arrives from Home, where the session has loaded its alarms. */
  static async open(page: Page, field: Field, operator: Operator): Promise<AlarmHistoryStage> {
    const rx_id = field.receivers['Crest'] ?? 0;
    const raised = { system_id: field.mitasId, alarm_code_id: 4103, rx_id, alias: 'Crest', site_name: 'Ridge', snoozed: false };
    const alarms = Array.from({ length: count }, (_, at) => ({ ...raised, at: new Date(Date.now() - (count - at) * 60_000) }));
    await planted(operator.database).insertInto('alarms').values(alarms).execute();
    const colleague = await Colleague.open(await operator.addPerson({ [field.mitasId]: 'researcher' }), field.mitasId);
    await visit(page, `/dashboard/${field.mitasId}/dashboard`);
    await expect(page.getByRole('button', { name: /^Alarms, \d+ new/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Receivers' }), 'the fleet is known').toContainText('Crest');
    const asked = await HeldCalls.at(page, '/alarms/history*');
    await page.getByRole('navigation').getByRole('link', { name: 'Alarms', exact: true }).click();
    // The page does not hear changes made before it opens.
    await expect(page.getByRole('status', { name: 'Loading alarms' })).toBeVisible();
    return new AlarmHistoryStage(page, asked, colleague, rx_id);
  }

  /**
   * Adds another receiver and waits until the page knows it: which receiver an ongoing alarm belongs to may
   * have changed.
   */
  async change(): Promise<void> {
    await this.#colleague.call('POST', '/receivers/copy', { siteId: null, rxId: this.#rxId });
    this.#copies += 1;
    const known = this.page.locator('option', { hasText: 'Crest' });
    await expect(known, 'the page knows of it').toHaveCount(1 + this.#copies);
  }

  async choose(level: string): Promise<void> {
    await this.page.getByRole('button', { name: /Level$/ }).click();
    await this.page.getByRole('option', { name: level }).click();
  }

  /** Saves the file, which requests its own contents. */
  async save(): Promise<void> {
    const saved = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: 'Save CSV' }).click();
    await this.asked.letGo();
    await saved;
  }

  close(): Promise<void> {
    return this.#colleague.close();
  }
}

const change = 'updates sends list.outdated';
const levelIn = (search: string) => alarmAddress.read(search).state.level;
const ofActivity = 'of Activity: alarms hear no messages and no roles';
const aDefect = 'only a defect of ours can cause it';

/** The alarm history, however it is loaded, renewed or unavailable (ALP-2). */
export const alarmHistoryFlow: Flow<typeof pagedListMachine, AlarmHistoryStage> = {
  machine: pagedListMachine,
  samples: samples({
    machine: pagedAlarms(async () => ({ alarms: [], more: false })).provide({ actions: { saveFile: () => {} } }),
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'place.changed': (at) => [{ search: levelIn(at.context.search) === null ? '?level=4' : '' }],
      'list.more': {},
      'list.retry': {},
      'list.save': (at) =>
        at.matches({ watched: { shown: 'whole' } }) ? [{ wish: { title: 'Demo', times: new TimeText('UTC'), now: 0 } }] : [],
    },
    actors: {
      updates: callback({ sends: [{ type: 'list.outdated' }] }),
      load: promise({ outputs: ({ input }) => [answered(input as PartAsked)] }),
    },
    leads: [
      { steps: ['loadFirst done', 'list.more', 'loadOlder done', change, 'loadNewest done', 'list.save'] },
      { steps: [change, 'loadFirst done', 'list.more', change, 'loadOlder failed', 'list.more', 'loadOlder done'] },
      { steps: ['loadFirst failed', 'list.retry', 'loadFirst done', change, change, 'loadNewest failed', 'list.more'] },
    ],
    serializeState: ({ value, context: { search, list, failure, olderFailure, isOutdated } }) =>
      JSON.stringify([
        value,
        levelIn(search),
        (list as AlarmHistory | null)?.alarms.length,
        failure !== null,
        olderFailure !== null,
        isOutdated,
      ]),
  }),
  byHand: {
    'place.changed': (stage, { search }) => stage.choose(search === '' ? 'All levels' : 'Failures'),
    'list.more': ({ page, older }) =>
      page
        .getByRole('button', { name: 'Show older' })
        .or(older.getByRole('button', { name: 'Retry' }))
        .click(),
    'list.retry': ({ page }) => page.getByRole('button', { name: 'Retry' }).first().click(),
    'list.save': (stage) => stage.save(),
  },
  byTheWorld: {
    [change]: (stage) => stage.change(),
    'loadFirst done': ({ asked }) => asked.letGo(),
    'loadFirst failed': ({ asked }) => asked.cut(),
    'loadNewest done': ({ asked }) => asked.letGo(),
    'loadNewest failed': ({ asked }) => asked.cut(),
    'loadOlder done': ({ asked }) => asked.letGo(),
    'loadOlder failed': ({ asked }) => asked.cut(),
  },
  elsewhere: {
    'list.outdated': 'the session does it, by the world',
    'message.received': ofActivity,
    'role.changed': ofActivity,
  },
  untaken: {
    'pagedList.watched.shown.missing · xstate.after.renewRetry.pagedList.watched.shown.missing → pagedList.watched.shown.renewing':
      'it comes by the clock, and does what Retry does',
    'pagedList.watched.shown.whole · always [isBehind] → pagedList.watched.shown.behind': ofActivity,
    'pagedList.watched.shown.behind · always [isWhole] → pagedList.watched.shown.whole': ofActivity,
    'pagedList.watched.shown.behind · xstate.after.gap.pagedList.watched.shown.behind → pagedList.watched.shown.renewing':
      ofActivity,
    'pagedList.watched.shown.whole · xstate.after.poll.pagedList.watched.shown.whole [isChanging] → pagedList.watched.shown.renewing':
      'of the jobs of reprocessing: alarms do not change unheard',
    'pagedList.watched · xstate.error.actor.updates → pagedList.unwatched': aDefect,
    'pagedList.unwatched · list.retry → pagedList.watched': aDefect,
    'pagedList.unwatched · place.changed [asksOtherwise] → pagedList.watched': aDefect,
  },
  async shows({ page, rows, older }, at) {
    const shown = async (text: string | RegExp, isShown: boolean) =>
      expect(page.getByText(text), String(text)).toHaveCount(isShown ? 1 : 0);
    await expect(page.getByRole('status', { name: 'Loading alarms' })).toHaveCount(at.matches({ watched: 'loading' }) ? 1 : 0);
    await shown('Could not load the alarms', at.matches({ watched: 'failed' }));
    await shown('Could not load newer alarms', at.matches({ watched: { shown: 'missing' } }));
    await expect(older).toHaveCount(at.context.olderFailure === null ? 0 : 1);
    await expect(rows).toHaveCount((at.context.list as AlarmHistory | null)?.alarms.length ?? 0);
  },
};
