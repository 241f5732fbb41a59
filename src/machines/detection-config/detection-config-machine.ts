import { type ActorRefFrom, and, assign, not, raise, setup, type SnapshotFrom, stateIn } from 'xstate';
import type { DetectionPreview, FinishedPreview } from '../../model/contract/detection-calls.ts';
import { type Failure, failureText, toFailure } from '../../model/contract/failure.ts';
import { detectionAddress, placeOfTab } from '../../model/detection/detection-address.ts';
import {
  clamped,
  type DetectionForm,
  formOf,
  type ParameterName,
  parametersIn,
  type PresetName,
  presets,
  withParameter,
} from '../../model/detection/detection-form.ts';
import { type ConfigPage, reappliedReason } from '../../model/detection/detection-history.ts';
import { checkMs, losesMost, previewPollMs } from '../../model/detection/detection-preview.ts';
import type { DetectionConfig, DetectionParameters } from '../../model/entities/detection-config.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { addressBarId } from '../app/address-bar-id.ts';
import type { AddressCommand } from '../app/app-events.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided, notProvidedAction } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { DetectionConfigEvent } from './detection-config-events.ts';

export type DetectionConfigContext = {
  mitasId: string;
  /** The host's current version; null until loaded. */
  current: DetectionConfig | null;
  form: DetectionForm | null;
  /** The reason for the change, as it is typed. */
  reason: string;
  /** Why the settings could not be loaded. */
  failure: Failure | null;
  /** What to save; null if nothing is being saved. */
  order: SaveOrder | null;
  /** Why the last save failed. */
  refusal: string | null;
  history: ConfigPage | null;
  page: number;
  historyFailure: Failure | null;
  /** The finished preview of the form's present values; null if there is none. */
  preview: FinishedPreview | null;
  /** The running preview and its progress. */
  running: { previewId: string; progressPct: number } | null;
  previewFailure: Failure | null;
  isGuideOpen: boolean;
};

/** Values for the next version; `reapplied` is the older version that they are from, null for the form. */
type SaveOrder = { parameters: DetectionParameters; changeReason: string | null; reapplied: DetectionConfig | null };

/** The next version to save. */
export type ConfigOrder = Omit<SaveOrder, 'reapplied'> & { mitasId: string };

/** How long a message with an offer is shown, in ms (MSG-5). */
const offerMs = 8_000;

/**
 * Returns the values to send. @throws Error if the form has errors, which is a defect, because guards prevent
 * sending such a form.
 */
function parametersOf({ form, order }: Pick<DetectionConfigContext, 'form' | 'order'>): DetectionParameters {
  const parameters = order?.parameters ?? (form === null ? null : parametersIn(form));
  if (parameters === null) throw new Error('Settings with errors were to be sent');
  return parameters;
}

/**
 * The settings of the detection algorithm (DET-11 to DET-13): the form for the current version, the older
 * versions, and the preview. Any edit of the form drops its preview. A save is previewed first, and asks for
 * confirmation if it loses most detections or the preview failed (DET-25).
 */
export const detectionConfigMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: DetectionConfigContext;
    events: DetectionConfigEvent;
    tags:
      | 'loading'
      | 'loadFailed'
      | 'dirty'
      | 'busy'
      | 'checking'
      | 'lossDialog'
      | 'storing'
      | 'historyBusy'
      | 'historyFailed'
      | 'preview'
      | 'previewing';
  },
  actors: {
    loadConfig: notProvided<DetectionConfig, { mitasId: string }>(),
    /** Runs to its end even if the page is left. */
    saveConfig: notProvided<DetectionConfig, ConfigOrder>(),
    loadHistory: notProvided<ConfigPage, { mitasId: string; page: number }>(),
    askPreview: notProvided<DetectionPreview, { mitasId: string; parameters: DetectionParameters }>(),
    pollPreview: notProvided<DetectionPreview, { mitasId: string; previewId: string }>(),
    cancelPreview: notProvided<unknown, { mitasId: string; previewId: string }>(),
  },
  actions: {
    /** Reads from the browser whether the guide is open. */
    recallGuide: notProvidedAction<undefined>(),
    toggleGuide: assign({ isGuideOpen: ({ context }) => !context.isGuideOpen }),
    keepGuide: notProvidedAction<{ isOpen: boolean }>(),
    takeConfig: assign((_, { output }: { output: DetectionConfig }) => ({
      current: output,
      form: formOf(output),
      reason: '',
      failure: null,
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    setParameter: assign(({ context: { form } }, { name, value }: { name: ParameterName; value: number | null }) => ({
      form: form && withParameter(form, name, value),
    })),
    clampParameter: assign(({ context: { form, current } }, { name }: { name: ParameterName }) => ({
      form: form && current && clamped(form, name, current),
    })),
    choosePreset: assign((_, { preset }: { preset: PresetName }) => ({ form: presets[preset] })),
    restore: assign(({ context: { current } }) => ({ form: current && formOf(current), reason: '' })),
    setReason: assign((_, { reason }: { reason: string }) => ({ reason })),
    orderForm: assign(({ context }) => ({
      order: { parameters: parametersOf(context), changeReason: context.reason.trim() || null, reapplied: null },
    })),
    orderOlder: assign((_, { config }: { config: DetectionConfig }) => ({
      order: { parameters: formOf(config), changeReason: reappliedReason(config), reapplied: config },
    })),
    forgetOrder: assign({ order: null }),
    setRefusal: assign((_, { error }: { error: unknown }) => ({
      refusal: failureText(toFailure(error), 'The host did not answer. Try again.'),
    })),
    clearRefusal: assign({ refusal: null }),
    /** A changed form makes its preview outdated. */
    outdatePreview: raise({ type: 'preview.outdated' }),
    askPreview: raise({ type: 'preview.ask' }),
    closePreview: raise({ type: 'preview.close' }),
    announceFound: raise({ type: 'preview.found' }),
    announceNotFound: raise({ type: 'preview.failed' }),
    announceSaved: raise({ type: 'config.saved' }),
    notifySaved: notify(({ mitasId }: DetectionConfigContext) => ({
      message: 'Detection configuration updated successfully',
      variant: 'success',
      timeout: offerMs,
      act: { label: 'Reprocess Data', to: addressBarId, event: reprocessingTab(mitasId) },
    })),
    setPage: assign((_, { page }: { page: number }) => ({ page })),
    turnToFirst: assign({ page: 1 }),
    takeHistory: assign((_, { output }: { output: ConfigPage }) => ({ history: output, historyFailure: null })),
    setHistoryFailure: assign((_, { error }: { error: unknown }) => ({ historyFailure: toFailure(error) })),
    forgetPreview: assign({ preview: null, previewFailure: null, running: null }),
    forgetRunning: assign({ running: null }),
    takePreview: assign((_, { output }: { output: DetectionPreview }) => ({ preview: output as FinishedPreview, running: null })),
    noteRunning: assign((_, { output }: { output: DetectionPreview }) => ({
      running: output as DetectionConfigContext['running'],
    })),
    setPreviewFailure: assign((_, { error }: { error: unknown }) => ({ previewFailure: toFailure(error), running: null })),
  },
  guards: {
    isOlder: ({ context: { order } }) => (order?.reapplied ?? null) !== null,
    /** True if the form's values are to be saved and their preview is finished. */
    isPreviewed: ({ context: { preview, order } }) => preview !== null && order?.reapplied === null,
    losesMost: ({ context: { preview } }) => preview !== null && losesMost(preview),
    isFit: ({ context: { form } }) => form !== null && parametersIn(form) !== null,
    /** False while the loss dialog is open, because the values that it asks about must not change. */
    mayPreview: and(['isFit', not(stateIn({ settings: { saving: 'asking' } }))]),
    isFinished: (_, { output }: { output: DetectionPreview }) => 'currentDetectionCount' in output,
  },
  delays: { poll: previewPollMs, timeout: checkMs },
}).createMachine({
  id: 'detectionConfig',
  context: ({ input: { mitasId } }) => ({
    mitasId,
    current: null,
    form: null,
    reason: '',
    failure: null,
    order: null,
    refusal: null,
    history: null,
    page: 1,
    historyFailure: null,
    preview: null,
    running: null,
    previewFailure: null,
    isGuideOpen: true,
  }),
  entry: 'recallGuide',
  type: 'parallel',
  on: {
    'reason.set': { actions: { type: 'setReason', params: theEvent } },
    'guide.toggle': {
      actions: ['toggleGuide', { type: 'keepGuide', params: ({ context }) => ({ isOpen: context.isGuideOpen }) }],
    },
  },
  states: {
    settings: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            id: 'loadConfig',
            src: 'loadConfig',
            input: ({ context: { mitasId } }) => ({ mitasId }),
            onDone: { target: 'unchanged', actions: { type: 'takeConfig', params: theEvent } },
            onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
          },
        },
        failed: { tags: 'loadFailed', on: { 'settings.retry': 'loading' } },
        /** The form has the current version's values. */
        unchanged: {
          on: {
            'parameter.set': {
              target: 'changed',
              actions: [{ type: 'setParameter', params: theEvent }, 'outdatePreview'],
            },
            'preset.chosen': {
              target: 'changed',
              actions: [{ type: 'choosePreset', params: theEvent }, 'outdatePreview'],
            },
            'config.reapply': {
              target: 'saving',
              actions: [{ type: 'orderOlder', params: theEvent }, 'outdatePreview'],
            },
          },
          initial: 'fresh',
          states: { fresh: {}, refused: { exit: 'clearRefusal' } },
        },
        /** A person has edited the form, even if its values are the same again. */
        changed: {
          tags: 'dirty',
          on: {
            'parameter.set': {
              target: '.fresh',
              actions: [{ type: 'setParameter', params: theEvent }, 'outdatePreview'],
            },
            'parameter.left': { actions: { type: 'clampParameter', params: theEvent } },
            'preset.chosen': {
              target: '.fresh',
              actions: [{ type: 'choosePreset', params: theEvent }, 'outdatePreview'],
            },
            'config.reset': { target: 'unchanged', actions: ['restore', 'outdatePreview'] },
            'config.save': { guard: 'isFit', target: 'saving', actions: 'orderForm' },
          },
          initial: 'fresh',
          states: { fresh: {}, refused: { exit: 'clearRefusal' } },
        },
        /** Saves the form's values, or those of an older version. */
        saving: {
          tags: 'busy',
          exit: 'forgetOrder',
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'isPreviewed', target: 'judging' }, { target: 'checking' }] },
            checking: {
              tags: 'checking',
              entry: 'askPreview',
              after: { timeout: { target: 'asking', actions: 'closePreview' } },
              on: {
                'preview.found': { target: 'judging', actions: 'closePreview' },
                'preview.failed': { target: 'asking', actions: 'closePreview' },
                'check.skip': { target: 'storing', actions: 'closePreview' },
                'save.withdraw': [
                  {
                    guard: 'isOlder',
                    target: '#detectionConfig.settings.unchanged',
                    actions: ['closePreview', 'outdatePreview'],
                  },
                  { target: '#detectionConfig.settings.changed', actions: 'closePreview' },
                ],
              },
            },
            judging: { always: [{ guard: 'losesMost', target: 'asking' }, { target: 'storing' }] },
            asking: {
              tags: 'lossDialog',
              on: {
                'save.confirm': 'storing',
                'save.withdraw': [
                  { guard: 'isOlder', target: '#detectionConfig.settings.unchanged', actions: 'outdatePreview' },
                  { target: '#detectionConfig.settings.changed' },
                ],
              },
            },
            storing: {
              tags: 'storing',
              invoke: {
                id: 'save',
                src: 'saveConfig',
                input: ({ context }) => ({
                  mitasId: context.mitasId,
                  parameters: parametersOf(context),
                  changeReason: context.order?.changeReason ?? null,
                }),
                onDone: {
                  target: '#detectionConfig.settings.unchanged',
                  actions: [{ type: 'takeConfig', params: theEvent }, 'notifySaved', 'announceSaved', 'outdatePreview'],
                },
                onError: [
                  {
                    guard: 'isOlder',
                    target: '#detectionConfig.settings.unchanged.refused',
                    actions: [{ type: 'setRefusal', params: theEvent }, 'outdatePreview'],
                  },
                  {
                    target: '#detectionConfig.settings.changed.refused',
                    actions: { type: 'setRefusal', params: theEvent },
                  },
                ],
              },
            },
          },
        },
      },
    },
    history: {
      initial: 'loading',
      on: {
        'config.saved': { target: '.loading', actions: 'turnToFirst' },
      },
      states: {
        loading: {
          tags: 'historyBusy',
          invoke: {
            id: 'loadHistory',
            src: 'loadHistory',
            input: ({ context: { mitasId, page } }) => ({ mitasId, page }),
            onDone: { target: 'shown', actions: { type: 'takeHistory', params: theEvent } },
            onError: { target: 'failed', actions: { type: 'setHistoryFailure', params: theEvent } },
          },
        },
        shown: { on: { 'history.page': { target: 'loading', actions: { type: 'setPage', params: theEvent } } } },
        failed: { tags: 'historyFailed', on: { 'history.retry': 'loading' } },
      },
    },
    preview: {
      initial: 'closed',
      on: { 'preview.outdated': { target: '.closed', actions: 'forgetPreview' } },
      states: {
        closed: { on: { 'preview.ask': { guard: 'mayPreview', target: 'asking' } } },
        asking: {
          tags: ['preview', 'previewing'],
          entry: 'forgetPreview',
          invoke: {
            id: 'askPreview',
            src: 'askPreview',
            input: ({ context }) => ({ mitasId: context.mitasId, parameters: parametersOf(context) }),
            onDone: [
              {
                guard: { type: 'isFinished', params: theEvent },
                target: 'shown',
                actions: { type: 'takePreview', params: theEvent },
              },
              { target: 'waiting', actions: { type: 'noteRunning', params: theEvent } },
            ],
            onError: { target: 'failed', actions: { type: 'setPreviewFailure', params: theEvent } },
          },
          on: { 'preview.close': 'closed' },
        },
        waiting: {
          tags: ['preview', 'previewing'],
          after: { poll: 'polling' },
          on: { 'preview.close': 'cancelling', 'preview.outdated': 'cancelling' },
        },
        polling: {
          tags: ['preview', 'previewing'],
          invoke: {
            id: 'pollPreview',
            src: 'pollPreview',
            input: ({ context: { mitasId, running } }) => ({ mitasId, previewId: running?.previewId ?? '' }),
            onDone: [
              {
                guard: { type: 'isFinished', params: theEvent },
                target: 'shown',
                actions: { type: 'takePreview', params: theEvent },
              },
              { target: 'waiting', actions: { type: 'noteRunning', params: theEvent } },
            ],
            onError: { target: 'failed', actions: { type: 'setPreviewFailure', params: theEvent } },
          },
          on: { 'preview.close': 'cancelling', 'preview.outdated': 'cancelling' },
        },
        /** The host may still finish the preview, but this page no longer waits for it. */
        cancelling: {
          exit: 'forgetRunning',
          invoke: {
            id: 'cancelPreview',
            src: 'cancelPreview',
            input: ({ context: { mitasId, running } }) => ({ mitasId, previewId: running?.previewId ?? '' }),
            onDone: 'closed',
            onError: 'closed',
          },
          on: { 'preview.ask': { guard: 'mayPreview', target: 'asking' }, 'preview.outdated': {} },
        },
        shown: { tags: 'preview', entry: 'announceFound', on: { 'preview.close': 'closed' } },
        failed: {
          tags: 'preview',
          entry: 'announceNotFound',
          on: { 'preview.ask': { guard: 'mayPreview', target: 'asking' }, 'preview.close': 'closed' },
        },
      },
    },
  },
});

export type DetectionConfigRef = ActorRefFrom<typeof detectionConfigMachine>;

/** Returns true if the form was edited, also while it is being saved. */
export function selectIsDirty(snapshot: SnapshotFrom<typeof detectionConfigMachine>): boolean {
  const { order } = snapshot.context;
  return snapshot.hasTag('dirty') || (order !== null && order.reapplied === null);
}

/** Returns the command to open the reprocessing tab, for a person who may be on another page. */
function reprocessingTab(mitasId: string): AddressCommand {
  const to = `${screenUrl(mitasId, 'advanced/detection-settings')}${detectionAddress.write(placeOfTab('reprocessing'))}`;
  return { type: 'address.go', to, how: 'push' };
}
