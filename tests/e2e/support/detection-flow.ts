import type { Page } from '@playwright/test';
import {
  type ConfigOrder,
  detectionConfigMachine,
  selectIsDirty,
} from '../../../src/machines/detection-config/detection-config-machine.ts';
import { formProblems, presetOf, presets } from '#model/detection/detection-form.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import { detectionCard, detectionPath, parameterField, versionRow } from './detection-page.ts';
import type { Field } from './field.ts';
import { enter, expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { HeldCalls } from './held-calls.ts';

const config = { version: 1, effectiveFrom: 1_000, effectiveTo: null, modifiedBy: 1, changeReason: null, ...presets.Balanced };
const counts = { currentDetectionCount: 2, previewDetectionCount: 2, lostDetectionCount: 0 };
const finished = { ...counts, estimatedChangePercent: 0, changes: [] };
const ofPreviews = 'of previews: detection.e2e.ts asks for one';
const ofChecks = 'of what a save would lose: detection.e2e.ts loses most, and the walk of the machine has all';
const ofOlder = 'it takes an older version: detection.e2e.ts reapplies one';
const shown = ['loadConfig done', 'loadHistory done'];

/** The page of detection settings, whose calls end as the path decides. */
export class DetectionStage {
  readonly page: Page;
  /** Calls that load and save the current settings. */
  readonly settings: HeldCalls;
  readonly history: HeldCalls;
  /** Calls that ask what new settings would lose. */
  readonly previews: HeldCalls;

  private constructor(page: Page, calls: Pick<DetectionStage, 'settings' | 'history' | 'previews'>) {
    this.page = page;
    this.settings = calls.settings;
    this.history = calls.history;
    this.previews = calls.previews;
  }

  static async open(page: Page, field: Field): Promise<DetectionStage> {
    const stage = new DetectionStage(page, {
      settings: await HeldCalls.at(page, '/detection-config'),
      history: await HeldCalls.at(page, '/detection-config/history?*'),
      previews: await HeldCalls.at(page, '/detection-config/preview'),
    });
    await enter(page, field.person, detectionPath(field));
    return stage;
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }
}

/** The settings in every way they can be edited, saved, refused and reapplied (DET-11, DET-12). */
export const detectionFlow: Flow<typeof detectionConfigMachine, DetectionStage> = {
  machine: detectionConfigMachine,
  samples: samples({
    machine: detectionConfigMachine.provide({ actions: { recallGuide: () => {}, keepGuide: () => {} } }),
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'settings.retry': {},
      'parameter.set': ({ context }) => (context.form === null ? [] : [{ name: 'minimumHits' as const, value: 4 }]),
      'preset.chosen': ({ context }) => (context.form === null ? [] : [{ preset: 'Strict' as const }]),
      'reason.set': ({ context }) => (context.form === null || context.reason !== '' ? [] : [{ reason: 'Less noise' }]),
      'config.reset': {},
      'config.save': {},
      'history.retry': ({ context }) => (context.history === null ? [{}] : []),
      'guide.toggle': {},
    },
    actors: {
      loadConfig: promise({ outputs: [config] }),
      saveConfig: promise({ outputs: ({ input }) => [{ ...config, ...(input as ConfigOrder).parameters, version: 2 }] }),
      loadHistory: promise({ outputs: [{ configs: [config], total: 1 }] }),
      askPreview: promise({ outputs: [finished], errors: [] }),
      pollPreview: promise({ outputs: [] }),
      cancelPreview: promise({ outputs: [] }),
    },
    systems: ['snackbar'],
    leads: [
      {
        steps: [
          ...shown,
          'preset.chosen',
          'reason.set',
          'config.save',
          'askPreview done',
          'save failed',
          'config.save',
          'save done',
          'loadHistory done',
        ],
      },
    ],
    serializeState: ({ value, context: { form } }) => JSON.stringify([value, form !== null && presetOf(form)]),
  }),
  byHand: {
    'settings.retry': ({ page }) => detectionCard(page, 'Parameters').getByRole('button', { name: 'Retry' }).click(),
    'parameter.set': ({ page }, { value }) => parameterField(page, 'minimumHits').fill(String(value)),
    'preset.chosen': (stage, { preset }) => stage.press(preset),
    'reason.set': ({ page }, { reason }) => page.getByLabel('Change reason').fill(reason),
    'config.reset': (stage) => stage.press('Reset'),
    'config.save': (stage) => stage.press('Save Configuration'),
    'history.retry': ({ page }) => detectionCard(page, 'Configuration History').getByRole('button', { name: 'Retry' }).click(),
    'guide.toggle': ({ page }) => detectionCard(page, 'Quick Guide').getByRole('button').click(),
  },
  byTheWorld: {
    'loadConfig done': ({ settings }) => settings.letGo(),
    'loadConfig failed': ({ settings }) => settings.cut(),
    'askPreview done': ({ previews }) => previews.answer(finished),
    'save done': ({ settings }) => settings.letGo(),
    'save failed': ({ settings }) => settings.cut(),
    'loadHistory done': ({ history }) => history.letGo(),
    'loadHistory failed': ({ history }) => history.cut(),
  },
  elsewhere: {
    'parameter.left': 'it follows what is done next: detection.e2e.ts leaves fields',
    'config.reapply': ofOlder,
    'config.saved': 'the machine says it to itself',
    'history.page': 'it takes more versions: detection.e2e.ts turns pages',
    'check.skip': ofChecks,
    'save.confirm': ofChecks,
    'save.withdraw': ofChecks,
    'preview.found': 'the machine says it to itself',
    'preview.failed': 'the machine says it to itself',
    'preview.ask': ofPreviews,
    'preview.close': ofPreviews,
    'preview.outdated': 'the machine says it to itself',
  },
  untaken: {
    'detectionConfig.preview.asking · xstate.done.actor.askPreview → detectionConfig.preview.waiting': ofPreviews,
    'detectionConfig.preview.asking · xstate.error.actor.askPreview → detectionConfig.preview.failed': ofPreviews,
    'detectionConfig.preview.cancelling · xstate.done.actor.cancelPreview → detectionConfig.preview.closed': ofPreviews,
    'detectionConfig.preview.cancelling · xstate.error.actor.cancelPreview → detectionConfig.preview.closed': ofPreviews,
    'detectionConfig.preview.polling · xstate.done.actor.pollPreview [isFinished] → detectionConfig.preview.shown': ofPreviews,
    'detectionConfig.preview.polling · xstate.done.actor.pollPreview → detectionConfig.preview.waiting': ofPreviews,
    'detectionConfig.preview.polling · xstate.error.actor.pollPreview → detectionConfig.preview.failed': ofPreviews,
    'detectionConfig.preview.waiting · xstate.after.poll.detectionConfig.preview.waiting → detectionConfig.preview.polling':
      ofPreviews,
    'detectionConfig.settings.saving.storing · xstate.error.actor.save [isOlder] → detectionConfig.settings.unchanged.refused':
      ofOlder,
    'detectionConfig.settings.saving.judging · always [losesMost] → detectionConfig.settings.saving.asking': ofChecks,
    'detectionConfig.settings.saving.checking · xstate.after.timeout.detectionConfig.settings.saving.checking → detectionConfig.settings.saving.asking':
      ofChecks,
  },
  async shows({ page }, snapshot) {
    const { form, history, isGuideOpen, reason, refusal } = snapshot.context;
    const has = async (text: string, isShown: boolean) => expect(page.getByText(text), text).toHaveCount(isShown ? 1 : 0);
    await has('Could not load the detection settings', form === null && snapshot.hasTag('loadFailed'));
    await has('Could not load the history', history === null && snapshot.hasTag('historyFailed'));
    await has('Could not refresh the history', history !== null && snapshot.hasTag('historyFailed'));
    await expect(detectionCard(page, 'Quick Guide').getByRole('listitem')).toHaveCount(isGuideOpen ? 3 : 0);
    await expect(versionRow(page, 1)).toHaveCount(history === null ? 0 : 1);
    if (form === null) return;
    await has('with unsaved changes', selectIsDirty(snapshot));
    await expect(page.getByLabel('Change reason')).toHaveValue(reason);
    await expect(parameterField(page, 'minimumHits')).toHaveValue(String(form.minimumHits));
    await expect(detectionCard(page, 'Parameters').getByRole('alert')).toHaveCount(refusal === null ? 0 : 1);
    const canSave = snapshot.matches({ settings: 'changed' }) && Object.keys(formProblems(form)).length === 0;
    await expect(page.getByRole('button', { name: 'Save Configuration' })).toBeEnabled({ enabled: canSave });
  },
};
