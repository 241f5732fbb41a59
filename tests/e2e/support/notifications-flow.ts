import type { Locator, Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { notificationsMachine } from '../../../src/machines/notifications/notifications-machine.ts';
import { callback, promise, samples } from '../../support/machine-paths.ts';
import { planted } from '../../support/planted.ts';
import { Colleague } from './colleague.ts';
import { alarmOffline, type Field } from './field.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import type { Operator } from './operator.ts';
import { visit } from './steps.ts';
import { stopTime } from './stop-time.ts';

type At = SnapshotFrom<typeof notificationsMachine>;

/** Two earlier alarms that are seen, and a third that is not; a fourth may come. */
const [seenBefore, newest, coming] = [2, 3, 4];

/** Pages that have loaded the code of the bell's menu. */
const withList = new WeakSet<Page>();

/** The bell on a page whose clock only the test advances. */
export class NotificationsStage {
  readonly page: Page;
  readonly menu: Locator;
  readonly #field: Field;
  readonly #operator: Operator;
  /** Another page of the same person. */
  readonly #other: Colleague;
  /** Whether the page has marked the alarms it shows. */
  #isMarked = false;

  private constructor(page: Page, field: Field, operator: Operator, other: Colleague) {
    this.page = page;
    this.menu = page.getByRole('dialog', { name: 'Alarms' });
    this.#field = field;
    this.#operator = operator;
    this.#other = other;
  }

  static async open(page: Page, field: Field, operator: Operator): Promise<NotificationsStage> {
    const { mitasId } = field;
    const alarm = {
      system_id: mitasId,
      alarm_code_id: 4101,
      alias: 'Crest',
      site_name: 'Ridge',
      at: new Date(Date.now() - 60_000),
    };
    await operator.database.db
      .insertInto('alarms')
      .values(Array.from({ length: seenBefore }, () => alarm))
      .execute();
    await alarmOffline(operator, field, 'Gully');
    await planted(operator.database)
      .updateTable('memberships')
      .set({ last_seen_alarm_id: seenBefore })
      .where('system_id', '=', mitasId)
      .execute();
    await visit(page, `/dashboard/${mitasId}/receivers/stream`);
    const stage = new NotificationsStage(page, field, operator, await Colleague.open(field.person, mitasId));
    await expect(stage.bell(1)).toBeVisible();
    // The code of the bell's menu loads before the clock stops.
    if (!withList.has(page)) {
      const list = page.waitForResponse(/\/assets\/alarm-list-.*\.js/);
      await stage.bell(1).hover();
      await list;
      withList.add(page);
    }
    await stopTime(page);
    return stage;
  }

  bell(unseen: number): Locator {
    const name = unseen === 0 ? 'Alarms, none new' : `Alarms, ${unseen} new`;
    return this.page.getByRole('button', { name, exact: true, includeHidden: true });
  }

  /** Advances the page's clock by `ms`. */
  wait(ms: number): Promise<void> {
    return this.page.clock.runFor(ms);
  }

  async seen({ context: { markedUpTo } }: At): Promise<void> {
    await this.wait(2_000);
    await expect.poll(() => this.#lastSeen(), 'the host knows').toBe(markedUpTo);
    this.#isMarked = true;
  }

  /**
   * Does what the journal reports to the machine: this page's mark, another page's mark, or another alarm.
   */
  async tell({ context: { unseenUpTo, lastSeen } }: At): Promise<void> {
    if (unseenUpTo === null) return this.#isMarked ? undefined : this.#see(lastSeen ?? 0);
    if (unseenUpTo !== coming) return;
    this.#isMarked = false;
    await expect(async () => {
      await this.#field.hear({ receiver: 'Gully' });
      await expect(this.bell(coming - (lastSeen ?? 0))).toBeVisible({ timeout: 1_500 });
    }).toPass();
  }

  close(): Promise<void> {
    return this.#other.close();
  }

  async #see(lastSeenAlarmId: number): Promise<void> {
    await this.#other.ofPerson('PATCH', '/last-seen', { lastSeenAlarmId, mitasId: this.#field.mitasId });
  }

  async #lastSeen(): Promise<number> {
    const { db } = this.#operator.database;
    const query = db.selectFrom('memberships').select('last_seen_alarm_id as id').where('system_id', '=', this.#field.mitasId);
    return (await query.executeTakeFirstOrThrow()).id;
  }
}

/** Whether this page made the mark and the journal has not reported it yet. */
function isOwnMark({ context: { unseenUpTo, markedUpTo }, ...at }: At): boolean {
  return unseenUpTo !== null && unseenUpTo === markedUpTo && at.matches({ seeing: 'resting' });
}

const aDefect = 'only a defect of ours can cause it';
const shownOutside = 'what shows alarms outside of the page is walked by browser-alarms.e2e.ts';
const news = (stage: NotificationsStage, at: At): Promise<void> => stage.tell(at);

/** The bell and its menu, for every way alarms arrive and are seen, here or elsewhere (ALM-9). */
export const notificationsFlow: Flow<typeof notificationsMachine, NotificationsStage> = {
  machine: notificationsMachine,
  samples: samples({
    machine: notificationsMachine,
    inputs: [{ mitasId: 'demo', now: () => 0 }],
    events: {
      'notifications.open': (at) =>
        at.matches({ menu: 'closed' }) && at.context.lastSeen !== null && !isOwnMark(at) ? [{}] : [],
      'notifications.shown': (at) => (at.matches({ menu: 'unshown' }) ? [{}] : []),
      'notifications.close': (at) => (at.matches({ menu: 'open' }) && !isOwnMark(at) ? [{}] : []),
    },
    actors: {
      unseenChanges: callback({
        sends: ({ parent }) => {
          const at = parent as At;
          const { unseenUpTo, lastSeen } = at.context;
          // The page already shows the list and would mark another alarm than the model.
          if (at.matches({ menu: 'unshown' })) return [];
          const told = (upTo: number | null, last: number) => ({ type: 'unseen.changed', upTo, lastSeen: last });
          if (lastSeen === null) return [told(newest, seenBefore)];
          if (unseenUpTo === null) return lastSeen === coming ? [] : [told(coming, lastSeen)];
          if (isOwnMark(at) || unseenUpTo === coming) return [told(null, unseenUpTo)];
          return [told(null, unseenUpTo), told(coming, lastSeen)];
        },
      }),
      loadBrowserAlarms: promise({ outputs: [], errors: [] }),
    },
    systems: ['operations'],
    leads: [
      {
        steps: [
          'unseenChanges sends unseen.changed',
          'notifications.open',
          'notifications.shown',
          'wait 2000 ms',
          'unseenChanges sends unseen.changed',
          'unseenChanges sends unseen.changed',
          'wait 2000 ms',
        ],
      },
      {
        steps: [
          'unseenChanges sends unseen.changed',
          'notifications.open',
          'notifications.shown',
          'notifications.close',
          'wait 2000 ms',
        ],
      },
      {
        steps: [
          'unseenChanges sends unseen.changed',
          'notifications.open',
          'notifications.shown',
          'unseenChanges sends unseen.changed #0',
        ],
      },
    ],
    serializeState: ({ value, context: { unseenUpTo, lastSeen, markedUpTo } }) =>
      JSON.stringify([value, unseenUpTo, lastSeen, markedUpTo]),
  }),
  byHand: {
    async 'notifications.open'({ page, menu }) {
      await page.getByRole('button', { name: /^Alarms, / }).click();
      // The menu is drawn in several steps; they take little of the 2 s.
      await expect(async () => {
        await page.clock.runFor(20);
        await expect(menu.getByRole('listitem')).not.toHaveCount(0, { timeout: 500 });
      }).toPass();
    },
    // The list, which is already drawn, sends this.
    'notifications.shown': ({ menu }) => expect(menu.getByRole('listitem')).not.toHaveCount(0),
    async 'notifications.close'({ page }) {
      await page.keyboard.press('Escape');
      await page.clock.runFor(500);
    },
  },
  byTheWorld: {
    'unseenChanges sends unseen.changed': news,
    'unseenChanges sends unseen.changed #0': news,
    'unseenChanges sends unseen.changed #1': news,
    'wait 2000 ms': (stage, at) => stage.seen(at),
    'wait 5000 ms': (stage) => stage.wait(5_000),
  },
  elsewhere: {
    'unseen.changed': 'the journal tells it, by the world',
    'notifications.hidden': 'a form over the list does it: snooze.e2e.ts',
  },
  untaken: {
    'notifications.menu.unshown · notifications.close → notifications.menu.closed':
      'notifications.e2e.ts has a list that does not come',
    'notifications · xstate.done.actor.loadBrowserAlarms → (stays)': shownOutside,
    'notifications · xstate.error.actor.loadBrowserAlarms → (stays)': shownOutside,
    'notifications · xstate.error.actor.* → (stays)': shownOutside,
    'notifications.unseen.watched · xstate.error.actor.unseenChanges → notifications.unseen.unwatched': aDefect,
  },
  async shows(stage, at) {
    const { unseenUpTo, lastSeen } = at.context;
    const unseen = unseenUpTo === null || isOwnMark(at) ? 0 : unseenUpTo - (lastSeen ?? 0);
    await expect(stage.bell(unseen)).toBeVisible();
    await expect(stage.menu).toHaveCount(at.hasTag('open') ? 1 : 0);
    if (at.hasTag('open')) await expect(stage.menu.getByText('New', { exact: true })).toHaveCount(unseen);
  },
};
