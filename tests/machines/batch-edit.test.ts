import { describe, expect, test } from 'vitest';
import { mayEdit } from '../support/config-samples.ts';
import { createActor, fromCallback, fromPromise, setup, waitFor } from 'xstate';
import { batchEffects } from '#model/receiver-editor/batch.ts';
import { defaultConfig, withValue } from '#model/config/config.ts';
import { FailureError } from '#model/contract/failure.ts';
import type { BatchResult } from '#model/contract/receiver-config-calls.ts';
import { type BatchEditRef, batchEditMachine } from '../../src/machines/batch-edit/batch-edit-machine.ts';
import { loadingMachine } from '../../src/machines/loading/loading-machine.ts';
import type { Apply } from '../../src/machines/batch-edit/batch-edit-rules.ts';
import { type SnackbarRef, snackbarMachine } from '../../src/machines/snackbar/snackbar-machine.ts';

const orion = defaultConfig('orion');
const crest = { rxId: 7, alias: 'Crest', model: 0, orion };
const marsh = { rxId: 8, alias: 'Marsh', model: 1, ares: defaultConfig('ares') };
const graces = { value: -90, by: { id: 2, name: 'Grace' }, at: 5, revision: 12 };
const squelch = { type: 'editor.change', path: 'general.squelch', value: -100 } as const;

/** Starts a batch edit; the test acts as the host. */
function start(
  host: {
    rxIds?: readonly number[];
    fetch?: () => Promise<unknown>;
    apply?: () => Promise<readonly BatchResult[]>;
    results?: readonly BatchResult[];
  } = {},
) {
  const asked: (readonly number[])[] = [];
  const applied: Apply[] = [];
  const fetch = async (rxIds: readonly number[]) => {
    asked.push(rxIds);
    const receivers = ((await host.fetch?.()) ?? [crest, marsh]) as (typeof crest)[];
    return { asOf: { epoch: 'one', revision: 8 + asked.length }, receivers };
  };
  const batchEdit = batchEditMachine.provide({
    actors: {
      loading: loadingMachine.provide({
        actors: { load: fromPromise(({ input }) => fetch((input as { rxIds: number[] }).rxIds)) },
      }),
      editRight: mayEdit,
      fetchReceivers: fromPromise(({ input: { rxIds } }) => fetch(rxIds)),
      applyBatch: fromPromise(({ input }: { input: Apply }) => {
        applied.push(input);
        const results = host.apply?.() ?? Promise.resolve(host.results ?? []);
        return results.then((each) => ({ epoch: 'one', revision: 9, items: [], results: each }));
      }) as never,
      knownTags: setup({}).createMachine({ id: 'knownTags' }) as never,
      guardPage: fromCallback(() => {}),
    },
  });
  const root = createActor(
    setup({ actors: { snackbar: snackbarMachine, batchEdit } }).createMachine({
      id: 'root',
      invoke: [
        { id: 'snackbar', systemId: 'snackbar', src: 'snackbar' },
        { id: 'batch', systemId: 'batch', src: 'batchEdit', input: { mitasId: 'demo', rxIds: host.rxIds ?? [7, 8] } },
      ],
    }),
  ).start();
  const batch = root.system.get('batch') as BatchEditRef;
  const snackbar = root.system.get('snackbar') as SnackbarRef;
  const ready = () => waitFor(batch, (snapshot) => snapshot.hasTag('ready'));
  const reviewed = async () => {
    await ready();
    batch.send(squelch);
    batch.send({ type: 'batch.review' });
    await waitFor(batch, (snapshot) => snapshot.hasTag('reviewing') && snapshot.hasTag('ready'));
  };
  return { asked, applied, batch, ready, reviewed, notice: () => snackbar.getSnapshot().context.notice };
}

describe('the form of a batch (CFG-17)', () => {
  const refusal = (batch: BatchEditRef) => batch.getSnapshot().context.refusal;

  test('says beside the button why there is nothing to look at, and not in a message, until something is chosen', async () => {
    const { batch, ready, notice } = start();
    await ready();
    batch.send({ type: 'batch.review' });
    expect(refusal(batch)).toEqual({ text: 'Choose the fields to apply first', path: null });
    batch.send(squelch);
    expect(refusal(batch)).toBeNull();
    batch.send({ type: 'editor.change', path: 'tags.pulseTolerance', value: 0 });
    batch.send({ type: 'batch.review' });
    expect(refusal(batch)).toMatchObject({ path: 'tags.pulseTolerance' });
    batch.send({ type: 'batch.choose', path: 'tags.pulseTolerance', isChosen: false });
    expect(refusal(batch)).toBeNull();
    expect(notice()).toBeNull();
  });

  test('knows what was pulled and where the others differ, chooses nothing by it, and forgets it with the model', async () => {
    const gully = { ...crest, rxId: 8, alias: 'Gully', orion: withValue(orion, 'general.squelch', -90) };
    let pulls = 0;
    const { batch, ready } = start({
      fetch: () => Promise.resolve(pulls++ === 0 ? [crest, gully, { ...marsh, rxId: 9 }] : [gully]),
      rxIds: [7, 8, 9],
    });
    await ready();
    batch.send({ type: 'batch.pull', rxId: 8 });
    await ready();
    const { pulled, chosen, values } = batch.getSnapshot().context;
    expect(pulled).toEqual({ alias: 'Gully', differing: ['general.squelch'], kept: 0 });
    expect([values, chosen]).toEqual([gully.orion, []]);
    batch.send({ type: 'batch.chooseFamily', family: 'ares' });
    expect(batch.getSnapshot().context.pulled).toBeNull();
  });

  test('keeps what was typed into a chosen field when values are pulled', async () => {
    const set = withValue(withValue(orion, 'general.squelch', -90), 'general.storeNoise', 1);
    const { batch, ready } = start({ fetch: () => Promise.resolve([crest, { ...crest, rxId: 8, alias: 'Gully', orion: set }]) });
    await ready();
    batch.send(squelch);
    batch.send({ type: 'batch.pull', rxId: 8 });
    await ready();
    const { pulled, chosen, values } = batch.getSnapshot().context;
    expect(values).toEqual(withValue(orion, 'general.squelch', -100));
    expect(chosen).toEqual(['general.squelch']);
    expect(pulled).toMatchObject({ alias: 'Crest', kept: 1 });
  });

  test('says no more whose values it shows once they are others, or the receivers may be', async () => {
    const { batch, ready } = start({ fetch: () => Promise.resolve([crest]) });
    const pulled = () => batch.getSnapshot().context.pulled?.alias ?? null;
    const pull = async () => {
      batch.send({ type: 'batch.pull', rxId: 7 });
      await ready();
      expect(pulled()).toBe('Crest');
    };
    await ready();
    await pull();
    batch.send({ type: 'batch.choose', path: 'tags.decodeType', isChosen: true });
    expect(pulled(), 'choosing changes no value').toBe('Crest');
    batch.send(squelch);
    expect(pulled()).toBeNull();
    await pull();
    batch.send({ type: 'batch.review' });
    await ready();
    expect(batch.getSnapshot().hasTag('reviewing')).toBe(true);
    expect(pulled()).toBeNull();
  });
});

describe('a batch (CFG-11, CFG-14)', () => {
  test.each([
    ['none of them', []],
    ['none of their model', [marsh]],
  ])('of which %s is there when it is looked at cannot be applied, and leads back', async (_, present) => {
    let fetched = 0;
    const { batch, reviewed } = start({ fetch: () => Promise.resolve(fetched++ === 0 ? [crest, marsh] : present) });
    await reviewed();
    expect(batch.getSnapshot().can({ type: 'batch.apply' })).toBe(false);
    batch.send({ type: 'batch.back' });
    expect(batch.getSnapshot().context.chosen).toEqual(['general.squelch']);
    batch.send({ type: 'editor.close' });
    expect(batch.getSnapshot().hasTag('asking')).toBe(true);
  });

  test('is looked at with the configurations of that moment', async () => {
    let fetched = 0;
    const { batch, reviewed } = start({
      fetch: () =>
        Promise.resolve([fetched++ === 0 ? crest : { ...crest, orion: withValue(orion, 'general.squelch', -100) }, marsh]),
    });
    await reviewed();
    expect(batchEffects(batch.getSnapshot().context.receivers, batch.getSnapshot().context)).toMatchObject([{ differences: [] }]);
  });

  test('that would change no receiver is not applied, and keeps the choices (CFG-14)', async () => {
    const set = { ...crest, orion: withValue(orion, 'general.squelch', -100) };
    const { applied, batch, reviewed } = start({ fetch: () => Promise.resolve([set, { ...set, rxId: 8, alias: 'Gully' }]) });
    await reviewed();
    expect(batch.getSnapshot().can({ type: 'batch.apply' })).toBe(false);
    batch.send({ type: 'batch.apply' });
    expect(batch.getSnapshot().hasTag('reviewing')).toBe(true);
    expect(applied).toEqual([]);
    batch.send({ type: 'batch.back' });
    expect(batch.getSnapshot().context.chosen).toEqual(['general.squelch']);
  });

  test('that cannot be looked at says so and keeps the chosen fields', async () => {
    let fetched = 0;
    const { batch, ready, notice } = start({
      fetch: () => (fetched++ === 0 ? Promise.resolve([crest]) : Promise.reject(new Error('no host'))),
    });
    await ready();
    batch.send(squelch);
    batch.send({ type: 'batch.review' });
    await ready();
    expect(batch.getSnapshot().hasTag('reviewing')).toBe(false);
    expect(batch.getSnapshot().context.chosen).toEqual(['general.squelch']);
    expect(notice()).toMatchObject({ variant: 'error' });
  });

  test('says what was looked at, and looks again at those alone that others changed since (CFG-16)', async () => {
    const results = [
      { rxId: 7, alias: 'Crest', reason: 'Grace has changed this since', field: 'orion.general.squelch', conflict: graces },
      { rxId: 8, alias: 'Gully', reason: null },
    ];
    const { asked, applied, batch, reviewed } = start({ results });
    await reviewed();
    batch.send({ type: 'batch.apply' });
    await waitFor(batch, (snapshot) => snapshot.hasTag('applied'));
    batch.send({ type: 'batch.review' });
    await waitFor(batch, (snapshot) => snapshot.hasTag('reviewing') && snapshot.hasTag('ready'));
    expect(asked).toEqual([[7, 8], [7, 8], [7]]);
    batch.send({ type: 'batch.apply' });
    await waitFor(batch, (snapshot) => snapshot.hasTag('applied'));
    expect(applied.map(({ asOf }) => asOf.revision)).toEqual([10, 11]);
  });

  test('without an answer does not claim that nothing was set, and may be applied once more', async () => {
    const { batch, reviewed, notice } = start({ apply: () => Promise.reject(new FailureError({ kind: 'network' })) });
    await reviewed();
    batch.send({ type: 'batch.apply' });
    await waitFor(batch, (snapshot) => snapshot.context.failure !== null);
    expect(notice()).toMatchObject({
      message: 'The host did not answer. The receivers may or may not be changed',
      variant: 'error',
    });
    expect(batch.getSnapshot().can({ type: 'batch.apply' })).toBe(true);
  });

  test('of who may not edit any more is closed to changes, and is as it was once they may again (CFG-15)', async () => {
    const { asked, batch, ready } = start();
    await ready();
    batch.send(squelch);
    batch.send({ type: 'right.changed', mayEdit: false });
    expect(batch.getSnapshot().hasTag('readOnly')).toBe(true);
    batch.send({ type: 'batch.review' });
    batch.send({ type: 'right.changed', mayEdit: true });
    expect(batch.getSnapshot().hasTag('readOnly')).toBe(false);
    expect(batch.getSnapshot().hasTag('unsaved')).toBe(true);
    expect(batch.getSnapshot().context.chosen).toEqual(['general.squelch']);
    expect(asked, 'nothing is loaded again').toEqual([[7, 8]]);
  });

  test('that is under way when the right is lost is waited for, and what became of it stays to be read', async () => {
    const results = [{ rxId: 7, alias: 'Crest', reason: 'Grace has changed this since', conflict: graces }];
    const { batch, reviewed } = start({ results });
    await reviewed();
    batch.send({ type: 'batch.apply' });
    batch.send({ type: 'right.changed', mayEdit: false });
    await waitFor(batch, (snapshot) => snapshot.hasTag('applied'));
    expect(batch.getSnapshot().context.results).toEqual(results);
    expect(batch.getSnapshot().can({ type: 'batch.review' })).toBe(false);
    batch.send({ type: 'right.changed', mayEdit: true });
    expect(batch.getSnapshot().can({ type: 'batch.review' })).toBe(true);
  });

  test('keeps the receivers that failed otherwise in the list while others are looked at again', async () => {
    const failed = { rxId: 8, alias: 'Gully', reason: 'It is gone' };
    let results: BatchResult[] = [{ rxId: 7, alias: 'Crest', reason: 'Grace has changed this since', conflict: graces }, failed];
    const { batch, reviewed } = start({ apply: () => Promise.resolve(results) });
    await reviewed();
    batch.send({ type: 'batch.apply' });
    await waitFor(batch, (snapshot) => snapshot.hasTag('applied'));
    batch.send({ type: 'batch.review' });
    await waitFor(batch, (snapshot) => snapshot.hasTag('reviewing') && snapshot.hasTag('ready'));
    results = [{ rxId: 7, alias: 'Crest', reason: null }];
    batch.send({ type: 'batch.apply' });
    await waitFor(batch, (snapshot) => snapshot.hasTag('applied'));
    expect(batch.getSnapshot().context.results).toEqual([failed, ...results]);
  });

  test('that could not be looked at again is still of all that were selected, and asks for those to look at', async () => {
    let fetched = 0;
    const results = [{ rxId: 7, alias: 'Crest', reason: 'Grace has changed this since', conflict: graces }];
    const { asked, batch, ready, reviewed } = start({
      results,
      fetch: () => (fetched++ === 2 ? Promise.reject(new FailureError({ kind: 'network' })) : Promise.resolve([crest, marsh])),
    });
    await reviewed();
    batch.send({ type: 'batch.apply' });
    await waitFor(batch, (snapshot) => snapshot.hasTag('applied'));
    batch.send({ type: 'batch.review' });
    await ready();
    expect(batch.getSnapshot().context).toMatchObject({ rxIds: [7, 8], receivers: [{ rxId: 7 }, { rxId: 8 }] });
    batch.send({ type: 'batch.review' });
    await waitFor(batch, (snapshot) => snapshot.hasTag('reviewing') && snapshot.hasTag('ready'));
    expect(asked.at(-1)).toEqual([7]);
    expect(batch.getSnapshot().context.rxIds).toEqual([7]);
  });

  test('that every receiver refuses is no success', async () => {
    const results = [7, 9].map((rxId) => ({ rxId, alias: `Rx ${rxId}`, reason: 'It is gone' }));
    const { batch, reviewed, notice } = start({ results });
    await reviewed();
    batch.send({ type: 'batch.apply' });
    await waitFor(batch, (snapshot) => snapshot.hasTag('applied'));
    expect(notice()).toMatchObject({ message: 'None of the 2 receivers is set', variant: 'error' });
  });

  test('asks before another family takes the place of the chosen fields', async () => {
    const { batch, ready } = start();
    await ready();
    batch.send(squelch);
    batch.send({ type: 'batch.chooseFamily', family: 'ares' });
    expect(batch.getSnapshot().context).toMatchObject({ family: 'orion', chosen: ['general.squelch'] });
    expect(batch.getSnapshot().hasTag('asking')).toBe(true);
    batch.send({ type: 'editor.stay' });
    expect(batch.getSnapshot().context).toMatchObject({ family: 'orion', chosen: ['general.squelch'] });
    batch.send({ type: 'batch.chooseFamily', family: 'ares' });
    batch.send({ type: 'editor.discard' });
    expect(batch.getSnapshot().context).toMatchObject({ family: 'ares', chosen: [] });
    batch.send({ type: 'batch.chooseFamily', family: 'orion' });
    expect(batch.getSnapshot().context.family, 'with nothing chosen nothing is lost').toBe('orion');
  });

  test('has unsaved changes also while values are pulled', async () => {
    let fetched = 0;
    const { batch, ready } = start({ fetch: () => (fetched++ === 0 ? Promise.resolve([crest]) : new Promise(() => {})) });
    await ready();
    batch.send({ type: 'batch.pull', rxId: 7 });
    expect(batch.getSnapshot().hasTag('unsaved')).toBe(false);
    batch.send({ type: 'editor.close' });
    batch.send(squelch);
    batch.send({ type: 'batch.pull', rxId: 7 });
    expect(batch.getSnapshot().hasTag('busy')).toBe(true);
    expect(batch.getSnapshot().hasTag('unsaved')).toBe(true);
  });

  test('of more receivers than it takes says so before the host is asked anything', () => {
    const { asked, batch } = start({ rxIds: Array.from({ length: 501 }, (_, at) => at + 1) });
    expect(asked).toEqual([]);
    expect(batch.getSnapshot().hasTag('tooMany')).toBe(true);
    batch.send({ type: 'editor.close' });
    expect(batch.getSnapshot().status).toBe('done');
  });
});
