import { type EventObject, fromCallback } from 'xstate';
import type { LayerRow } from '../../model/entities/map-layer.ts';
import { layersModel, layersOf } from '../../model/journal/screen-models/layers.ts';
import type { LayerDrawing } from '../../model/layers/layer-drawing.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { selectConfirmedModel } from '../journal/journal-selectors.ts';
import type { CallbackLogic } from '../support/not-provided.ts';
import type { LayerReport } from './layers-events.ts';

/** `known` are the contents that need not be loaded again. */
export type LayerContentsInput = { mitasId: string; known: ReadonlySet<string> };
export type LoadLayer = (mitasId: string, id: number) => Promise<LayerDrawing>;

/** Loads the features of the layers that are shown or come to be shown, one after the other. */
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
        // Why is the host's business: the person is told that it is missing, and can ask again.
        sendBack({ type: 'layer.missed' } satisfies LayerReport);
      }
    }
    function look(): void {
      // The host has no features of a layer that has only been asked for.
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
