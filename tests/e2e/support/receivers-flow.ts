import type { SnapshotFrom } from 'xstate';
import type { TaskReport } from '../../../src/machines/receivers/receivers-events.ts';
import { receiversMachine } from '../../../src/machines/receivers/receivers-machine.ts';
import type { Action } from '#model/receivers/tasks.ts';
import { callback, child, promise, samples } from '../../support/machine-paths.ts';
import { leaveDialog } from './discard.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { messageOf } from './message.ts';
import type { ReceiversStage } from './receivers-stage.ts';

type Snapshot = SnapshotFrom<typeof receiversMachine>;

const camp = 3;
const elsewhere = { id: 4, name: 'South creek' };
const one = { rxId: 1, alias: 'Crest', siteId: camp };
const two = { rxId: 2, alias: 'Gully', siteId: camp };
const retired = { rxId: 3, alias: 'Hollow', siteId: camp };
const both = [one, two];
const wanted = { alias: 'New Receiver', model: -1, ipAddress: '', portNumber: 20_001, siteId: camp } as const;
const made = { epoch: 'one', revision: 8 };
const unanswered = { wanted, color: '#f0909c', operation: 'operation of a test' };
/** An operation that did not reach the host. */
const unheard = { ...unanswered, operation: 'operation that did not arrive' };
const taken = { kind: 'server', code: 409, type: 'Conflict', message: 'There is a receiver of this name already' };
const gone = { kind: 'server', code: 404, type: 'NotFound', message: 'There is no receiver 1 here' };
const broken = { kind: 'server', code: 500, type: 'ServerError' };

const isClosed = (snapshot: Snapshot) => snapshot.matches({ dialog: 'closed' });
/** Whether the list is open, with no dialog over it. */
const isAtList = (snapshot: Snapshot) => isClosed(snapshot) && snapshot.context.records === null;
const offered = <Sample extends object>(isOffered: boolean, ...all: Sample[]): Sample[] => (isOffered ? all : []);

/** Returns the possible outcomes of a task's next receiver, or the task's end. */
function reports(parent: unknown): TaskReport[] {
  const { task } = (parent as Snapshot).context;
  const settled = new Set(task?.results.map(({ rxId }) => rxId));
  const next = task?.receivers.find(({ rxId }) => !settled.has(rxId));
  if (task === null || next === undefined) return [{ type: 'task.ended' }];
  const { rxId, alias } = next;
  const result = { rxId, alias, reason: null, unanswered: null, made };
  const refused = { ...result, reason: 'There is no receiver here', made: null };
  const cut = { ...result, reason: 'The host did not answer', unanswered: 'operation of a test', made: null };
  // An earlier request is known by its operation: no other change comes between.
  const ways = rxId in task.operations || task.action === 'restore' ? [result] : [result, refused, cut];
  return ways.map((each) => ({ type: 'task.settled', result: each }));
}

const settled = (way: 0 | 1 | 2): string => `runTask sends task.settled #${way}`;
const settledAgain = 'runTask sends task.settled';
const ended = 'runTask sends task.ended';

const failsToCreate = ({ fleet, calls, dialog }: ReceiversStage): Promise<void> =>
  fleet.host.failing(async () => {
    await calls.letGo();
    await expect(dialog.getByRole('alert')).toBeVisible();
  });

const verbs: Readonly<Record<Action, string>> = {
  copy: 'Copy',
  delete: 'Delete',
  restore: 'Restore',
  move: 'Move',
  undo: 'Undo',
};
const aDefect = 'only a defect of ours can cause it';
const byHistory = 'no control leads there: only the browser’s history, or an address that is typed';

/** Requests to the host on the page of receivers, with every possible outcome (FLEET-6, FLEET-9). */
export const receiversFlow: Flow<typeof receiversMachine, ReceiversStage> = {
  machine: receiversMachine,
  samples: samples({
    machine: receiversMachine.provide({ actions: { readClock: () => {}, recallTask: () => {}, forgetTask: () => {} } }),
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'place.changed': (snapshot) => {
        if (!isClosed(snapshot)) return [];
        return snapshot.context.records === null ? [{ search: '?receiver=1' }, { search: '?retired=1' }] : [{ search: '' }];
      },
      'receiver.new': (snapshot) => offered(isAtList(snapshot), { siteId: camp }, { siteId: null }),
      'receiver.locate': (snapshot) => offered(isAtList(snapshot), { receiver: one }),
      'site.remove': (snapshot) => offered(isAtList(snapshot), { siteId: camp }),
      'task.open': (snapshot) => {
        if (snapshot.context.records?.kind === 'retired') return [{ action: 'restore' as const, receivers: [retired] }];
        return offered(
          isAtList(snapshot),
          { action: 'copy' as const, receivers: both },
          { action: 'delete' as const, receivers: both },
        );
      },
      'task.begin': (snapshot) => {
        const isRemoving = snapshot.context.removedSite !== null && snapshot.context.task === null;
        return offered(isRemoving || isAtList(snapshot), { action: 'move' as const, receivers: both, siteId: elsewhere.id });
      },
      'task.again': {},
      'task.confirm': { siteId: null },
      'task.stop': {},
      'dialog.close': {},
      'receiver.create': { wanted },
      'receiver.place': [
        { place: { latitude: 44.25, longitude: -114.5 }, reason: 'moved' },
        { place: null, reason: 'moved' },
      ],
      'results.dismiss': (snapshot) => offered(snapshot.context.wentWrong !== null, {}),
    },
    actors: {
      dialogs: child({}),
      commandHistory: child({}),
      records: child({}),
      taskUndo: callback<never>(),
      createReceiver: promise({
        outputs: ({ parent }) =>
          (parent as Snapshot).context.unanswered === null
            ? [{ alias: wanted.alias, made }, { unanswered }, { unanswered: unheard }]
            : [{ alias: wanted.alias, made }],
        // A creation that the host has made before is answered from its records: it is not refused and does
        // not fail.
        errors: ({ parent }) =>
          (parent as Snapshot).context.unanswered?.operation === unanswered.operation ? [] : [taken, broken],
      }),
      placeReceiver: promise({ outputs: [made], errors: [gone, { kind: 'network' }, broken] }),
      runTask: callback({ sends: ({ parent }) => reports(parent) }),
    },
    systems: ['snackbar'],
    // The stories, each to its end.
    leads: [
      { steps: ['receiver.new #0', 'receiver.create', 'createReceiver done #1', 'receiver.create', 'createReceiver done'] },
      {
        steps: [
          'receiver.new #0',
          'receiver.create',
          'createReceiver done #2',
          'receiver.create',
          'createReceiver failed #1',
          'receiver.create',
          'createReceiver done',
        ],
      },
      {
        steps: [
          'receiver.new #0',
          'receiver.create',
          'createReceiver done #2',
          'receiver.create',
          'createReceiver failed #0',
          'dialog.close',
        ],
      },
      { steps: ['receiver.new #1', 'receiver.create', 'createReceiver failed #0', 'dialog.close'] },
      { steps: ['receiver.new #1', 'receiver.create', 'createReceiver failed #1', 'receiver.create', 'createReceiver done #0'] },
      { steps: ['receiver.locate', 'receiver.place #0', 'placeReceiver done'] },
      { steps: ['receiver.locate', 'receiver.place #1', 'placeReceiver done'] },
      { steps: ['receiver.locate', 'receiver.place #0', 'placeReceiver failed #0'] },
      { steps: ['receiver.locate', 'receiver.place #0', 'placeReceiver failed #1'] },
      { steps: ['receiver.locate', 'receiver.place #0', 'placeReceiver failed #2'] },
      { steps: ['task.open #0', 'task.confirm', settled(0), settled(0), ended] },
      { steps: ['task.open #0', 'task.confirm', settled(2), settled(0), ended, 'task.again', settledAgain, ended] },
      {
        steps: [
          'task.open #1',
          'task.confirm',
          settled(1),
          settled(2),
          ended,
          'task.again',
          settledAgain,
          ended,
          'results.dismiss',
        ],
      },
      { steps: ['task.open #1', 'task.confirm', 'task.stop', settled(0), settled(0), ended] },
      { steps: ['task.begin', settled(0), settled(1), ended, 'results.dismiss'] },
      { steps: ['site.remove', 'task.begin', settled(0), settled(0), ended, 'dialog.close'] },
      { steps: ['place.changed #1', 'task.open', 'task.confirm', settledAgain, ended, 'place.changed'] },
    ],
    serializeState: ({ value, context }) => {
      const { task, wentWrong, failure, unanswered: asked, newAt, located, removedSite, records } = context;
      const results = task?.results.map(({ reason, unanswered: operation }) => [reason !== null, operation !== null]);
      const wrong = wentWrong?.results.some(({ unanswered: operation }) => operation !== null);
      const open = [newAt, located, removedSite, task?.action, task?.operations];
      return JSON.stringify([value, records, results, wrong, failure !== null, asked?.operation ?? null, open]);
    },
  }),
  byHand: {
    async 'place.changed'(stage, { search }) {
      const { page } = stage;
      if (search.includes('receiver')) await page.getByRole('link', { name: stage.named(1).alias, exact: true }).click();
      else if (search.includes('retired')) await page.getByRole('button', { name: 'Retired', exact: true }).click();
      else await page.getByRole('main').getByRole('link', { name: 'All receivers' }).click();
    },
    'receiver.new': (stage, { siteId }) =>
      siteId === null
        ? stage.page.getByRole('button', { name: 'New receiver', exact: true }).click()
        : stage.choose(stage.camp, 'New receiver'),
    'receiver.locate': (stage) => stage.choose(stage.named(1), 'Edit location'),
    'site.remove': (stage) => stage.choose(stage.camp, 'Delete site'),
    async 'task.open'(stage, { action }) {
      if (action !== 'restore') return stage.ofSelected(verbs[action]);
      await stage.page.getByRole('button', { name: `Restore ${stage.named(3).alias}` }).click();
    },
    async 'task.begin'(stage) {
      const { page, dialog } = stage;
      if ((await dialog.count()) > 0) {
        const sites = dialog.getByRole('button', { name: /Move to/ });
        // A list that is still opening may miss the click.
        await expect(async () => {
          await sites.click();
          await page.getByRole('option', { name: elsewhere.name }).click();
          await expect(sites).toContainText(elsewhere.name, { timeout: 1_000 });
        }).toPass();
        return stage.press('Move them');
      }
      await stage.ofSelected('Move to');
      await page.getByRole('menuitem', { name: elsewhere.name }).click();
    },
    'task.again': ({ wrong }) => wrong.getByRole('button', { name: 'Ask again' }).click(),
    'task.confirm': ({ dialog }) => dialog.getByRole('button', { name: /^(Copy|Delete|Restore)$/ }).click(),
    'task.stop': (stage) => stage.press('Stop'),
    'dialog.close': (stage) => leaveDialog(stage.page, () => stage.press('Cancel')),
    'receiver.create': (stage) => stage.create(),
    'receiver.place': (stage, { place }) => stage.place(place),
    'results.dismiss': ({ wrong }) => wrong.getByRole('button', { name: 'Dismiss' }).click(),
  },
  byTheWorld: {
    'createReceiver done': (stage) => stage.letCreate(),
    'createReceiver done #0': (stage) => stage.letCreate(),
    // The host has created it, but its answer is lost.
    'createReceiver done #1': ({ calls }) => calls.loseAnswer(),
    'createReceiver done #2': ({ calls }) => calls.cut(),
    async 'createReceiver failed #0'(stage) {
      await stage.takeName();
      await stage.calls.letGo();
    },
    'createReceiver failed #1': (stage) => failsToCreate(stage),
    async 'placeReceiver done'(stage) {
      await stage.calls.letGo();
      await expect(messageOf(stage.page)).toContainText(`Location of ${stage.named(1).alias} changed`);
    },
    async 'placeReceiver failed #0'(stage) {
      await stage.remove(1);
      await stage.calls.letGo();
      await expect(messageOf(stage.page)).toContainText('There is no receiver');
    },
    async 'placeReceiver failed #1'(stage) {
      await stage.calls.loseAnswer();
      await expect(messageOf(stage.page)).toContainText('The host did not answer. The location of');
    },
    'placeReceiver failed #2': ({ fleet, calls, page }) =>
      fleet.host.failing(async () => {
        await calls.letGo();
        await expect(messageOf(page)).toContainText('An error occurred');
      }),
    'runTask sends task.settled': ({ calls }) => calls.letGo(),
    'runTask sends task.settled #0': ({ calls }) => calls.letGo(),
    async 'runTask sends task.settled #1'(stage, { context: { task } }) {
      await stage.remove(task?.results.at(-1)?.rxId ?? 0);
      await stage.calls.letGo();
    },
    'runTask sends task.settled #2': ({ calls }) => calls.loseAnswer(),
    // The task ends by itself once all its requests are answered.
    'runTask sends task.ended': () => Promise.resolve(),
  },
  elsewhere: {
    'time.noted': 'comes of the clock',
    'task.settled': 'comes of the task',
    'task.ended': 'comes of the task',
    'task.recalled': 'comes of an earlier visit of the page: receivers.e2e.ts leaves it and comes back',
    'task.undo': 'comes of a message, of which the machine knows nothing: receivers.e2e.ts',
  },
  untaken: {
    'receivers · xstate.error.actor.taskUndo → (stays)': aDefect,
    'receivers.clock.running · xstate.after.relativeRefresh.receivers.clock.running → receivers.clock.running':
      'it comes by the clock, whatever a person does',
    'receivers.commands.listed · xstate.error.actor.commandHistory → receivers.commands.broken': aDefect,
    'receivers.dialog.running · xstate.error.actor.runTask → receivers.dialog.closed': aDefect,
    'receivers.editing.possible · xstate.error.actor.dialogs → receivers.editing.broken': aDefect,
    'receivers.page.broken · place.changed → receivers.page.list': aDefect,
    'receivers.page.list · always [hasRecords] → receivers.page.records':
      'as the page opens, before the first step: receivers-axe.e2e.ts opens it at such an address',
    'receivers.page.records · place.changed [asksForRecords] → receivers.page.records': byHistory,
    'receivers.page.records · place.changed [asksForSame] → (stays)': byHistory,
    'receivers.page.records · xstate.error.actor.records → receivers.page.broken': aDefect,
  },
  async shows(stage, snapshot) {
    const { page, dialog, wrong } = stage;
    const { records, task, located, removedSite, wentWrong, failure, unanswered: asked } = snapshot.context;
    const title = records === null ? 'All receivers' : records.kind === 'retired' ? 'Retired receivers' : stage.named(1).alias;
    await expect(stage.heading(title)).toBeVisible();
    const isBusy = snapshot.hasTag('busy');
    const isOver = task !== null && task.results.length === task.receivers.length;
    if (isClosed(snapshot)) {
      await expect(dialog).toHaveCount(0);
      await expect(wrong).toBeVisible({ visible: wentWrong !== null });
      if (wentWrong === null) return;
      const failed = wentWrong.results.filter(({ reason }) => reason !== null);
      await expect(wrong.getByRole('listitem')).toHaveText(failed.map(({ rxId }) => new RegExp(`^${stage.named(rxId).alias}: `)));
      const again = wrong.getByRole('button', { name: 'Ask again' });
      return expect(again).toBeVisible({ visible: failed.some(({ unanswered: operation }) => operation !== null) });
    }
    // The task ends with its last receiver, before a step says so.
    if (isOver) return;
    await expect(dialog).toHaveCount(1);
    if (task !== null) {
      await expect(dialog.getByRole('heading')).toHaveText(new RegExp(`^${verbs[task.action]} `));
      await expect(dialog.getByRole('progressbar')).toBeVisible({ visible: isBusy });
      if (isBusy) await expect(dialog).toContainText(`${task.results.length} of ${task.receivers.length}`);
      return;
    }
    const name = located === null ? 'New Receiver' : `Edit location of ${stage.named(located.rxId).alias}`;
    const heading = removedSite === null ? name : `Delete ${stage.camp.alias}?`;
    await expect(dialog.getByRole('heading')).toHaveText(heading);
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled({ enabled: !isBusy });
    await expect(dialog.getByRole('alert')).toHaveCount(!isBusy && (failure !== null || asked !== null) ? 1 : 0);
    if (snapshot.matches({ dialog: 'describing' })) {
      await expect(dialog.getByRole('button', { name: asked === null ? 'Create' : 'Ask again', exact: true })).toBeVisible();
      await expect(dialog.getByLabel('Name')).toBeEnabled({ enabled: asked === null });
    }
    await expect(page).toHaveURL(/search=/);
  },
};
