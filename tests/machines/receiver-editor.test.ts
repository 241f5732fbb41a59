import { describe, expect, test } from 'vitest';
import { type AnyActorRef, createActor, fromCallback, fromPromise, setup, waitFor } from 'xstate';
import { type FamilyConfig, valueAt } from '#model/config/config.ts';
import { type OpenedReceiver, openedFrom } from '#model/receiver-editor/draft.ts';
import { withAskedEdit } from '#model/receiver-editor/editor-address.ts';
import type { ChangeReply } from '#model/journal/sequence.ts';
import { type Failure, FailureError } from '#model/contract/failure.ts';
import type { AddressCommand } from '../../src/machines/app/app-events.ts';
import type { Result } from '#model/result.ts';
import { journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { loadingMachine } from '../../src/machines/loading/loading-machine.ts';
import type { ReceiverDialogsEvent } from '../../src/machines/receiver-editor/receiver-dialogs-events.ts';
import { type DialogUnit, receiverDialogsMachine } from '../../src/machines/receiver-editor/receiver-dialogs-machine.ts';
import { type ReceiverEditorRef, receiverEditorMachine } from '../../src/machines/receiver-editor/receiver-editor-machine.ts';
import { keptDrafts } from '../../src/machines/receiver-editor/kept-drafts.ts';
import { type SnackbarRef, snackbarMachine } from '../../src/machines/snackbar/snackbar-machine.ts';
import { mayEdit, openedReceiver, receiverReply } from '../support/config-samples.ts';

const network = { kind: 'network' };
const conflict = (revision: number) => ({
  kind: 'server',
  code: 409,
  type: 'Conflict',
  field: 'orion.general.squelch',
  conflict: { value: -100, by: { id: 2, name: 'Grace' }, at: 5, revision },
});

/** Starts the dialogs of a page of receivers with the snackbar they notify; the test acts as the host. */
function start(host: {
  fetch?: (rxId: number) => Promise<OpenedReceiver>;
  save?: (saved: { rxId: number; signal: AbortSignal }) => Promise<ChangeReply>;
  read?: () => Promise<Result<FamilyConfig>>;
}) {
  const addresses: string[] = [];
  const store = keptDrafts();
  const fetch = (rxId: number) => host.fetch?.(rxId) ?? Promise.resolve(openedReceiver());
  const editor = receiverEditorMachine.provide({
    actors: {
      loading: loadingMachine.provide({
        actors: { load: fromPromise(({ input }) => fetch((input as { rxId: number }).rxId)) },
      }),
      editRight: mayEdit,
      fetchReceiver: fromPromise(({ input }) => fetch(input.rxId)),
      saveReceiver: fromPromise(({ input: { rxId }, signal }) => host.save?.({ rxId, signal }) ?? Promise.reject(network)),
      readFile: fromPromise(() => host.read?.() ?? Promise.reject(network)),
      knownTags: setup({}).createMachine({ id: 'knownTags' }) as never,
      versions: setup({}).createMachine({ id: 'versions' }) as never,
      guardPage: fromCallback(() => {}),
    },
  });
  const unit: DialogUnit = { actor: editor, view: null };
  const dialogs = receiverDialogsMachine.provide({
    actors: { loadUnit: fromPromise(() => Promise.resolve(unit)) },
    actions: {
      recallKept: ({ self }) => self.send({ type: 'kept.recalled', kept: store.recall() }),
      rememberKept: (_, { kept }) => store.remember(kept),
      writeAddress: (_, { asked }) => {
        addresses.push(withAskedEdit('', asked));
      },
    },
  });
  /** Follows an address: to the open screen, or to the screen of receivers. */
  const goTo = (to: string): void => {
    addresses.push(to);
    const { pathname, search } = new URL(to, 'https://telemetry.example.org');
    if (pathname !== '/dashboard/demo/receivers') return;
    if (root.getSnapshot().matches({ system: 'receivers' })) send({ type: 'place.changed', search });
    else root.send({ type: 'return', search });
  };
  const addressBar = fromCallback<AddressCommand>(({ receive }) => receive(({ to }) => goTo(to)));
  const root = createActor(
    setup({
      types: { events: {} as { type: 'leave' | 'reset' } | { type: 'return'; search: string } },
      actors: { snackbar: snackbarMachine, addressBar, dialogs, journal: journalLogic(() => 1_000) },
    }).createMachine({
      id: 'root',
      invoke: [
        { id: 'snackbar', systemId: 'snackbar', src: 'snackbar' },
        { id: 'addressBar', systemId: 'addressBar', src: 'addressBar' },
      ],
      initial: 'system',
      states: {
        system: {
          invoke: { id: 'journal', systemId: 'journal', src: 'journal' },
          initial: 'receivers',
          on: { reset: 'home' },
          states: {
            receivers: {
              invoke: {
                id: 'dialogs',
                systemId: 'receiverDialogs',
                src: 'dialogs',
                input: ({ event }) => ({ mitasId: 'demo', search: event.type === 'return' ? event.search : '' }),
              },
              on: { leave: 'elsewhere' },
            },
            elsewhere: { on: { return: 'receivers' } },
          },
        },
        home: {},
      },
    }),
  ).start();
  const ref = (): AnyActorRef => root.system.get('receiverDialogs') as AnyActorRef;
  const snackbar = root.system.get('snackbar') as SnackbarRef;
  const send = (event: ReceiverDialogsEvent): void => ref().send(event);
  const current = (): ReceiverEditorRef => ref().getSnapshot().context.actor as ReceiverEditorRef;
  const opened = async (rxId: number): Promise<ReceiverEditorRef> => {
    await waitFor(ref(), (snapshot) => snapshot.context.actor?.getSnapshot().context.rxId === rxId);
    await waitFor(current(), (snapshot) => snapshot.matches('open'));
    return current();
  };
  return {
    addresses,
    snackbar,
    send,
    opened,
    edit: async (rxId: number, list = '') => {
      send({ type: 'place.changed', search: `?${list}edit=${rxId}` });
      return opened(rxId);
    },
    /** Goes to another screen and back. */
    leaveAndReturn: () => {
      root.send({ type: 'leave' });
      root.send({ type: 'return', search: '' });
    },
    leave: () => root.send({ type: 'leave' }),
    leaveSystem: () => root.send({ type: 'reset' }),
    /** Returns the messages, shown or queued, about receivers that could not be saved. */
    failures: (): readonly string[] => {
      const { context } = snackbar.getSnapshot();
      const standing = snackbar.getSnapshot().hasTag('open') ? context.notice : null;
      return [standing, ...context.queue].flatMap((notice) => (notice?.variant === 'error' ? [notice.message] : []));
    },
    closed: () => waitFor(ref(), (snapshot) => snapshot.matches('closed')),
    /** Presses the message's button. */
    act: () => snackbar.send({ type: 'snackbar.act' }),
  };
}

const squelch = (value: number) => ({ type: 'editor.change', path: 'general.squelch', value }) as const;
const squelchIn = (editor: ReceiverEditorRef): unknown => valueAt(editor.getSnapshot().context.draft?.config, 'general.squelch');

describe('a form that cannot be saved (CFG-17)', () => {
  test('says so in itself, with its first field, until that is changed', async () => {
    const page = start({});
    const editor = await page.edit(7);
    const refusal = () => editor.getSnapshot().context.refusal;
    editor.send(squelch(0));
    editor.send({ type: 'editor.change', path: 'advanced.calibrationOffset', value: 0 });
    editor.send({ type: 'editor.save' });
    expect(refusal()).toEqual({
      text: 'Some fields have errors. Their tabs show which',
      path: 'general.squelch',
    });
    const first = refusal();
    editor.send({ type: 'editor.save' });
    expect(refusal(), 'each time again: the field is shown again').not.toBe(first);
    editor.send(squelch(-80));
    expect(refusal()).toBeNull();
    expect(page.failures()).toEqual([]);
  });
});

describe('a configuration from a file (CFG-12)', () => {
  const { config } = openedReceiver({ settings: { 'general.squelch': -90, 'general.storeNoise': 1 } }).draft;
  const wrong = { ok: false as const, reason: 'This is not a receiver configuration' };

  test('is answered each time, in the place of the answer before', async () => {
    const answers: (() => Promise<Result<FamilyConfig>>)[] = [
      () => Promise.resolve(wrong),
      () => Promise.resolve({ ok: true, value: config }),
      () => Promise.resolve({ ok: true, value: config }),
      () => Promise.reject(new Error('gone from the disk')),
    ];
    const page = start({ read: () => answers.shift()?.() ?? Promise.resolve(wrong) });
    const editor = await page.edit(7);
    const imported = async () => {
      editor.send({ type: 'editor.import', file: { name: 'a.json', size: 2, text: () => Promise.resolve('') } });
      expect(editor.getSnapshot().context.imported, 'nothing is said while it is read').toBeNull();
      await waitFor(editor, (snapshot) => snapshot.hasTag('ready'));
      return editor.getSnapshot().context.imported;
    };
    expect(await imported()).toEqual({ isTaken: false, text: wrong.reason });
    expect(await imported()).toEqual({ isTaken: true, text: 'Copied to the editor: 2 values differ' });
    expect(squelchIn(editor)).toBe(-90);
    expect(await imported()).toEqual({ isTaken: true, text: 'The file matches the editor' });
    expect(await imported()).toEqual({ isTaken: false, text: 'Could not read the file. Choose it again' });
    expect(page.failures()).toEqual([]);
    expect(await imported()).toMatchObject({ isTaken: false });
    editor.send(squelch(-80));
    expect(editor.getSnapshot().context.imported, 'the form holds something else since').toBeNull();
  });
});

describe('values that could not be saved (CFG-13)', () => {
  /** Fails to save receiver 7; the message that offers its values is shown. */
  async function failed() {
    const page = start({});
    const editor = await page.edit(7);
    editor.send(squelch(-80));
    editor.send({ type: 'editor.save' });
    await page.closed();
    return page;
  }

  test('stay when another receiver is opened and closed before they are wanted', async () => {
    const page = await failed();
    (await page.edit(8)).send({ type: 'editor.close' });
    await page.closed();
    page.act();
    expect(squelchIn(await page.opened(7))).toBe(-80);
    expect(page.addresses.at(-1)).toBe('/dashboard/demo/receivers?edit=7');
  });

  test('stay when the screen is left and opened again, until they are discarded', async () => {
    const page = await failed();
    page.leaveAndReturn();
    page.act();
    const editor = await page.opened(7);
    expect(squelchIn(editor)).toBe(-80);
    editor.send({ type: 'editor.close' });
    editor.send({ type: 'editor.discard' });
    await page.closed();
    page.leaveAndReturn();
    expect(squelchIn(await page.edit(7))).toBe(-110);
  });

  test('are opened from whatever screen is open, in the list as it was when they were edited', async () => {
    const page = start({});
    const editor = await page.edit(7, 'status=offline&');
    editor.send(squelch(-80));
    editor.send({ type: 'editor.save' });
    await page.closed();
    page.leave();
    page.act();
    expect(page.addresses.at(-1)).toBe('/dashboard/demo/receivers?status=offline&edit=7');
    expect(squelchIn(await page.opened(7))).toBe(-80);
  });

  test('come in the place of another receiver that is open', async () => {
    const page = await failed();
    await page.edit(8);
    page.act();
    expect(squelchIn(await page.opened(7))).toBe(-80);
  });

  test('come after another receiver that is open with unsaved changes, once those are settled', async () => {
    const page = await failed();
    const other = await page.edit(8);
    other.send(squelch(-90));
    page.act();
    expect(other.getSnapshot().hasTag('asking')).toBe(true);
    other.send({ type: 'editor.discard' });
    expect(squelchIn(await page.opened(7))).toBe(-80);
  });

  test('of two receivers are both kept, until they are discarded', async () => {
    const page = await failed();
    const other = await page.edit(8);
    other.send(squelch(-90));
    other.send({ type: 'editor.save' });
    await page.closed();
    expect(squelchIn(await page.edit(7))).toBe(-80);
    page.send({ type: 'place.changed', search: '?edit=7' });
    const first = await page.opened(7);
    first.send({ type: 'editor.close' });
    first.send({ type: 'editor.discard' });
    await page.closed();
    expect(squelchIn(await page.edit(8))).toBe(-90);
    const again = await page.opened(8);
    again.send({ type: 'editor.close' });
    again.send({ type: 'editor.discard' });
    await page.closed();
    expect(squelchIn(await page.edit(7))).toBe(-110);
  });
});

describe('the message that values could not be saved (CFG-13)', () => {
  const unsaved = 'Crest is not saved: It is full';

  /** Has receiver 7 refused once; later requests are answered. */
  async function failed() {
    const answers: (() => Promise<ChangeReply>)[] = [
      () => Promise.reject(new FailureError({ kind: 'server', code: 409, type: 'Full', message: 'It is full' })),
    ];
    const page = start({ save: () => answers.shift()?.() ?? Promise.resolve({ epoch: 'one', revision: 9, items: [] }) });
    const editor = await page.edit(7);
    editor.send(squelch(-80));
    editor.send({ type: 'editor.save' });
    await page.closed();
    expect(page.failures()).toEqual([unsaved]);
    return { ...page, answers };
  }

  test('goes once the receiver is opened from its row, and does not come back after it was saved', async () => {
    const page = await failed();
    (await page.edit(7)).send({ type: 'editor.save' });
    await page.closed();
    expect(page.failures()).toEqual([]);
    expect(page.snackbar.getSnapshot().context.queue.map(({ message }) => message)).toEqual(['Crest is saved']);
  });

  test('does not come back after the values were discarded', async () => {
    const page = await failed();
    page.snackbar.send({ type: 'snackbar.show', notice: { message: 'Gully is saved', variant: 'success' } });
    const editor = await page.edit(7);
    editor.send({ type: 'editor.close' });
    editor.send({ type: 'editor.discard' });
    await page.closed();
    expect(page.failures()).toEqual([]);
  });

  test('is one message also after it could not be saved twice', async () => {
    const page = await failed();
    page.answers.push(() => Promise.reject(network));
    (await page.edit(7)).send({ type: 'editor.save' });
    await page.closed();
    expect(page.failures()).toEqual(['The host did not answer. Crest may or may not be saved']);
  });

  test('stays while another screen is open, and goes when the system is left', async () => {
    const page = await failed();
    page.leaveAndReturn();
    expect(page.failures()).toEqual([unsaved]);
    page.leaveSystem();
    expect(page.failures()).toEqual([]);
  });
});

describe('an editor that waits for the host', () => {
  test('may be left while it saves: the values are kept as after a failure', async () => {
    const signals: AbortSignal[] = [];
    const page = start({
      save: ({ signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    const editor = await page.edit(7);
    editor.send(squelch(-80));
    editor.send({ type: 'editor.save' });
    editor.send({ type: 'editor.close' });
    await page.closed();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(page.snackbar.getSnapshot().context.notice).toMatchObject({
      message: 'The host has not answered yet. Crest may or may not be saved',
      variant: 'error',
    });
    page.act();
    expect(squelchIn(await page.opened(7))).toBe(-80);
  });

  test.each([{ kind: 'network' }, { kind: 'server', code: 502, type: 'BadGateway', message: 'Bad Gateway' }])(
    'does not claim that nothing is saved where nobody can say ($kind)',
    async (failure) => {
      const page = start({ save: () => Promise.reject(new FailureError(failure as Failure)) });
      const editor = await page.edit(7);
      editor.send(squelch(-80));
      editor.send({ type: 'editor.save' });
      await page.closed();
      expect(page.snackbar.getSnapshot().context.notice?.message).toBe('The host did not answer. Crest may or may not be saved');
    },
  );

  test('says that nothing is saved where the host had refused it, and did not answer what others changed', async () => {
    let fetched = 0;
    const page = start({
      fetch: () => (fetched++ === 0 ? Promise.resolve(openedReceiver()) : Promise.reject(new FailureError({ kind: 'network' }))),
      save: () => Promise.reject(conflict(9)),
    });
    const editor = await page.edit(7);
    editor.send(squelch(-80));
    editor.send({ type: 'editor.save' });
    await page.closed();
    expect(page.snackbar.getSnapshot().context.notice?.message).toBe('Crest is not saved: the host did not answer');
  });

  test('may be left while it compares what others changed', async () => {
    let fetched = 0;
    const page = start({
      fetch: () => (fetched++ === 0 ? Promise.resolve(openedReceiver()) : new Promise(() => {})),
      save: () => Promise.reject(conflict(9)),
    });
    const editor = await page.edit(7);
    editor.send(squelch(-80));
    editor.send({ type: 'editor.save' });
    await waitFor(editor, (snapshot) => fetched === 2 && snapshot.hasTag('busy'));
    editor.send({ type: 'editor.close' });
    await page.closed();
    page.act();
    expect(squelchIn(await page.opened(7))).toBe(-80);
  });
});

describe('the question of what others changed meanwhile (CFG-13)', () => {
  async function asked(theirs: OpenedReceiver, change: { path: string; value: unknown } | FamilyConfig) {
    let fetched = 0;
    const page = start({
      fetch: () => Promise.resolve(fetched++ === 0 ? openedReceiver() : theirs),
      save: () => Promise.reject(conflict(9)),
      read: () => ('path' in change ? Promise.reject(network) : Promise.resolve({ ok: true, value: change })),
    });
    const editor = await page.edit(7);
    if ('path' in change) editor.send({ type: 'editor.change', ...change });
    else {
      editor.send({ type: 'editor.import', file: { name: 'a.json', size: 2, text: () => Promise.resolve('') } });
      await waitFor(editor, (snapshot) => snapshot.context.imported?.isTaken === true);
    }
    editor.send({ type: 'editor.save' });
    await waitFor(editor, (snapshot) => snapshot.hasTag('conflict'));
    return editor;
  }

  test('may be put off: one goes on with what one typed, and is asked again', async () => {
    const theirs = openedFrom(receiverReply({ revision: 9, settings: { 'general.squelch': -100 } }));
    const editor = await asked(theirs, { path: 'general.squelch', value: -80 });
    // More times than others would change a receiver during a save.
    for (let each = 0; each < 7; each++) {
      editor.send({ type: 'editor.stay' });
      expect(editor.getSnapshot().hasTag('conflict')).toBe(false);
      expect(squelchIn(editor)).toBe(-80);
      editor.send({ type: 'editor.save' });
      await waitFor(editor, (snapshot) => snapshot.hasTag('conflict'));
    }
  });

  test.each(['editor.reload', 'editor.overwrite'] as const)('ends what was said of a file: %s', async (type) => {
    const { config } = openedReceiver({ settings: { 'general.squelch': -80, 'general.storeNoise': 1 } }).draft;
    const theirs = openedFrom(receiverReply({ revision: 9, settings: { 'general.squelch': -100 } }));
    const editor = await asked(theirs, config);
    expect(editor.getSnapshot().context.imported?.isTaken, 'it still stands while it is asked').toBe(true);
    editor.send({ type });
    expect(editor.getSnapshot().context.imported).toBeNull();
  });

  test('of its model: Reload takes the configuration that it has now, not the defaults', async () => {
    const theirs = openedFrom(receiverReply({ revision: 9, family: 'ares', settings: { 'general.gain': 4 } }));
    const editor = await asked(theirs, { path: 'general.squelch', value: -80 });
    editor.send({ type: 'editor.reload' });
    expect(editor.getSnapshot().context.draft?.config).toEqual(theirs.draft.config);
    expect(editor.getSnapshot().matches({ open: 'unchanged' })).toBe(true);
  });
});

describe('an editor and the role of the person (CFG-15)', () => {
  test('a role that may not change receivers takes the fields of a form in which nothing was changed', async () => {
    const page = start({});
    const editor = await page.edit(7);
    editor.send({ type: 'right.changed', mayEdit: false });
    expect(editor.getSnapshot().hasTag('readOnly')).toBe(true);
    editor.send(squelch(-80));
    expect(squelchIn(editor)).toBe(-110);
    editor.send({ type: 'right.changed', mayEdit: true });
    editor.send(squelch(-80));
    editor.send({ type: 'right.changed', mayEdit: false });
    expect(editor.getSnapshot().hasTag('unsaved'), 'what was changed stays').toBe(true);
    expect(editor.getSnapshot().hasTag('readOnly')).toBe(true);
    editor.send(squelch(-90));
    editor.send({ type: 'editor.save' });
    expect(squelchIn(editor)).toBe(-80);
    editor.send({ type: 'editor.close' });
    expect(editor.getSnapshot().hasTag('asking')).toBe(true);
    editor.send({ type: 'editor.stay' });
    editor.send({ type: 'right.changed', mayEdit: true });
    editor.send(squelch(-90));
    expect(squelchIn(editor)).toBe(-90);
  });
});
