import { type EventObject, fromCallback } from 'xstate';
import type { LayerRow } from '../../model/entities/map-layer.ts';
import { layersModel, layersOf } from '../../model/journal/screen-models/layers.ts';
import type { LayerDrawing } from '../../model/layers/layer-drawing.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { selectConfirmedModel } from '../journal/journal-selectors.ts';
import type { CallbackLogic } from '../support/not-provided.ts';
import type { LayerReport } from './layers-events.ts';

/** `known` holds the hashes of features that need not be loaded again. */
export type LayerContentsInput = { mitasId: string; known: ReadonlySet<string> };
export type LoadLayer = (mitasId: string, id: number) => Promise<LayerDrawing>;

/** Loads the features of shown layers, one layer after another, including layers shown later. */
export function layerContents(load: LoadLayer): CallbackLogic<EventObject, LayerContentsInput, LayerReport> {
  return fromCallback(({ input: { mitasId, known }, system, sendBack }) => {
    const journal = journalIn(system);
    let isOver = false;
    const begun = new Set(known);
    let before = Promise.resolve();

    async function read({ id, content }: LayerRow): Promise<void> {
      if (isOver) return;
      try {
        const drawing = await load(mitasId, id);
        sendBack({ type: 'layer.read', content, drawing } satisfies LayerReport);
      } catch {
        // The person sees that a layer is missing and can retry; the host logs the reason.
        sendBack({ type: 'layer.missed' } satisfies LayerReport);
      }
    }
    function look(): void {
      // Read the confirmed model: the host has no features yet for a layer that is still being added.
      const model = selectConfirmedModel(journal.getSnapshot(), layersModel);
      for (const row of model === undefined ? [] : layersOf(model)) {
        if (!row.shown || begun.has(row.content)) continue;
        begun.add(row.content);
        before = before.then(() => read(row));
      }
    }
    look();
    const watch = journal.subscribe(look);
    return () => {
      watch.unsubscribe();
      isOver = true;
    };
  });
}
