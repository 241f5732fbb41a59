import { type ActorRefFrom, assign, type EventObject, setup, type SnapshotFrom } from 'xstate';
import type { AsOf } from '../../model/changes/change.ts';
import { failureText, isUnanswered, toFailure } from '../../model/contract/failure.ts';
import type { LayerDrawing } from '../../model/layers/layer-drawing.ts';
import {
  addingWords,
  checkedFile,
  editWords,
  type LayerEdit,
  type LayerWords,
  type NewLayer,
} from '../../model/layers/layer-edits.ts';
import { ByReference } from '../contact-window/by-reference.ts';
import { undoAct, undoOfferMs } from '../operations/undo-offer.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { LayerContentsInput } from './layer-contents.ts';
import type { LayerReport, LayersEvent } from './layers-events.ts';

export type LayersContext = {
  mitasId: string;
  /** The loaded features of layers, by hash. */
  contents: ByReference<ReadonlyMap<string, LayerDrawing>>;
  /** Why a file or an edit was refused. */
  failure: string | null;
  /** The messages for each outcome of the request in progress. */
  words: LayerWords;
  /** How many layers were added; the form resets when it grows. */
  added: number;
};

/** The requests to the host. Each is answered with the change it made, or null if it changed nothing. */
export type LayerAddition = { mitasId: string; layer: NewLayer };
export type LayerOrder = { mitasId: string; edit: LayerEdit };

const noWords: LayerWords = { done: '', refused: '', unanswered: '' };

/**
 * A system's own layers (LAY-1): `contents` is the loading of shown layers' features, `dialog` is adding and
 * editing. Edits are shown only once the host has confirmed them.
 */
export const layersMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: LayersContext;
    events: LayersEvent;
    tags: 'missing' | 'open' | 'busy' | 'sending' | 'failed';
  },
  actors: {
    /** Loads the features of shown layers. */
    layerContents: notProvidedCallback<EventObject, LayerContentsInput, LayerReport>(),
    addLayer: notProvided<AsOf | null, LayerAddition>(),
    /** Runs to its end even if the page is left. */
    editLayer: notProvided<AsOf | null, LayerOrder>(),
  },
  guards: { isFit: (_, { layer }: { layer: NewLayer }) => checkedFile(layer.file).ok },
  actions: {
    keepDrawing: assign(({ context }, { content, drawing }: Extract<LayerReport, { type: 'layer.read' }>) => ({
      contents: new ByReference(new Map(context.contents.value).set(content, drawing)),
    })),
    refuseFile: assign((_, { layer }: { layer: NewLayer }) => {
      const checked = checkedFile(layer.file);
      return { failure: checked.ok ? null : checked.reason };
    }),
    setWords: assign((_, words: LayerWords) => ({ words })),
    setFailure: assign(({ context: { words } }, { error }: { error: unknown }) => {
      const failure = toFailure(error);
      return { failure: isUnanswered(failure) ? words.unanswered : failureText(failure, words.refused) };
    }),
    clearFailure: assign({ failure: null }),
    countAdded: assign(({ context }) => ({ added: context.added + 1 })),
    notifyDone: notify(({ words }: LayersContext, _, { output }: { output: AsOf | null }) => {
      const notice = { message: words.done, variant: 'success' } as const;
      return output === null ? notice : { ...notice, timeout: undoOfferMs, act: undoAct(output) };
    }),
  },
}).createMachine({
  id: 'layers',
  type: 'parallel',
  context: ({ input: { mitasId } }) => ({
    mitasId,
    contents: new ByReference(new Map()),
    failure: null,
    words: noWords,
    added: 0,
  }),
  states: {
    contents: {
      initial: 'reading',
      states: {
        /** Loads the features of the shown layers, and of layers when they are first shown. */
        reading: {
          invoke: {
            id: 'layerContents',
            src: 'layerContents',
            input: ({ context: { mitasId, contents } }) => ({ mitasId, known: new Set(contents.value.keys()) }),
            onError: 'broken',
          },
          on: { 'layer.read': { actions: { type: 'keepDrawing', params: theEvent } } },
          initial: 'whole',
          states: {
            whole: { on: { 'layer.missed': 'partly' } },
            /** Some layers could not be loaded. Layers that are shown later are still loaded. */
            partly: { tags: 'missing' },
          },
        },
        /** The actor that follows the shown layers failed. */
        broken: { tags: 'missing' },
      },
      on: { 'layers.retry': '.reading' },
    },
    dialog: {
      initial: 'closed',
      states: {
        closed: { on: { 'layers.open': 'open' } },
        open: {
          tags: 'open',
          initial: 'fresh',
          on: {
            'dialog.close': 'closed',
            'file.chosen': '.fresh',
            'layer.add': [
              {
                guard: { type: 'isFit', params: theEvent },
                target: 'adding',
                actions: { type: 'setWords', params: ({ event }) => addingWords(event.layer) },
              },
              { target: '.refused', reenter: true, actions: { type: 'refuseFile', params: theEvent } },
            ],
            'layer.edit': { target: 'editing', actions: { type: 'setWords', params: ({ event }) => editWords(event.edit) } },
          },
          states: {
            fresh: {},
            refused: { tags: 'failed', exit: 'clearFailure' },
          },
        },
        adding: {
          tags: ['open', 'busy', 'sending'],
          invoke: {
            id: 'addLayer',
            src: 'addLayer',
            input: ({ context: { mitasId }, event }) => ({ mitasId, layer: enteredBy(event, 'layer.add').layer }),
            onDone: { target: 'open', actions: ['countAdded', { type: 'notifyDone', params: theEvent }] },
            onError: { target: 'open.refused', actions: { type: 'setFailure', params: theEvent } },
          },
          on: { 'layer.cancel': 'open' },
        },
        editing: {
          tags: ['open', 'busy'],
          invoke: {
            id: 'editLayer',
            src: 'editLayer',
            input: ({ context: { mitasId }, event }) => ({ mitasId, edit: enteredBy(event, 'layer.edit').edit }),
            onDone: { target: 'open', actions: { type: 'notifyDone', params: theEvent } },
            onError: { target: 'open.refused', actions: { type: 'setFailure', params: theEvent } },
          },
        },
      },
    },
  },
});

export type LayersRef = ActorRefFrom<typeof layersMachine>;

/** Returns the loaded features of layers, by hash. */
export function selectContents({ context }: SnapshotFrom<typeof layersMachine>): ReadonlyMap<string, LayerDrawing> {
  return context.contents.value;
}
