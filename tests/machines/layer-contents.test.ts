import { afterEach, expect, test } from 'vitest';
import { type AnyActorRef, createActor, setup } from 'xstate';
import type { LayerDrawing } from '#model/layers/layer-drawing.ts';
import type { LayerRow } from '#model/entities/map-layer.ts';
import type { Fact } from '#model/journal/facts.ts';
import { layersModel } from '#model/journal/screen-models/layers.ts';
import { journalId, journalIn, journalLogic } from '../../src/machines/journal/journal-actor.ts';
import { selectModel } from '../../src/machines/journal/journal-selectors.ts';
import { type LayerContentsInput, layerContents } from '../../src/machines/layers/layer-contents.ts';
import type { LayerReport } from '../../src/machines/layers/layers-events.ts';

/** The features of the shown layers (LAY-9). */

const drawing: LayerDrawing = {
  collection: { type: 'FeatureCollection', features: [] },
  areas: [],
  lines: [],
  points: [],
  shapes: [],
};
const row = (id: number, shown = true): LayerRow => ({
  id,
  name: `Layer ${id}`,
  color: '#2f7fd1',
  shown,
  place: id,
  content: `hash ${id}`,
});

let actor: AnyActorRef | undefined;
afterEach(() => actor?.stop());

function begin(known: readonly string[] = []) {
  const asked: { id: number; answer: PromiseWithResolvers<LayerDrawing> }[] = [];
  const heard: LayerReport[] = [];
  const contents = layerContents((_, id) => {
    const answer = Promise.withResolvers<LayerDrawing>();
    asked.push({ id, answer });
    return answer.promise;
  });
  const begun = createActor(
    setup({
      types: { events: {} as LayerReport },
      actors: { journal: journalLogic(() => 1), contents },
    }).createMachine({
      invoke: [
        { src: 'journal', systemId: journalId },
        { src: 'contents', input: { mitasId: 'river', known: new Set(known) } satisfies LayerContentsInput },
      ],
      on: { '*': { actions: ({ event }) => void heard.push(event) } },
    }),
  ).start();
  actor = begun;
  let revision = 0;
  const journal = journalIn(begun.system);
  journal.send({ type: 'journal.join', models: [layersModel] });
  const load = (...layers: LayerRow[]) =>
    journal.send({
      type: 'journal.append',
      entries: [
        { type: 'happened', fact: { type: 'layers.loaded', asOf: { epoch: 'one', revision: ++revision }, rows: layers } },
      ],
    });
  return { asked, heard, load, begun };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('are read one after the other, those that come to be shown as well, and nothing twice', async () => {
  const { asked, heard, load } = begin(['hash 3']);
  load(row(1), row(2), row(3), row(4, false));
  await settled();
  expect(asked.map(({ id }) => id)).toEqual([1]);
  asked[0]?.answer.resolve(drawing);
  await settled();
  expect(asked.map(({ id }) => id)).toEqual([1, 2]);
  load(row(1), row(2), row(3), row(4));
  asked[1]?.answer.resolve(drawing);
  await settled();
  asked[2]?.answer.resolve(drawing);
  await settled();
  expect(asked.map(({ id }) => id)).toEqual([1, 2, 4]);
  expect(heard.map((report) => ('content' in report ? report.content : report.type))).toEqual(['hash 1', 'hash 2', 'hash 4']);
});

test('one that does not come is told of, and keeps none back', async () => {
  const { asked, heard, load } = begin();
  load(row(1), row(2));
  await settled();
  asked[0]?.answer.reject(new Error('no host'));
  await settled();
  asked[1]?.answer.resolve(drawing);
  await settled();
  expect(heard.map(({ type }) => type)).toEqual(['layer.missed', 'layer.read']);
});

test('of a layer that is only asked for nothing is read before the host has made it (LAY-13)', async () => {
  const { asked, load, begun } = begin();
  load();
  const { id, ...after } = row(1);
  const fact: Fact = { type: 'change.asked', items: [{ kind: 'layer.added', id, after }] };
  const journal = journalIn(begun.system);
  journal.send({ type: 'journal.append', entries: [{ type: 'proposed', opId: 'undo', fact }] });
  expect(selectModel(journal.getSnapshot(), layersModel)?.rows, 'it is shown').toHaveProperty('1');
  await settled();
  expect(asked).toEqual([]);
  load(row(1));
  await settled();
  expect(asked.map((each) => each.id)).toEqual([1]);
});

test('whoever leaves the map reads no further', async () => {
  const { asked, load, begun } = begin();
  load(row(1), row(2));
  await settled();
  begun.stop();
  asked[0]?.answer.resolve(drawing);
  await settled();
  expect(asked.length).toBe(1);
});
