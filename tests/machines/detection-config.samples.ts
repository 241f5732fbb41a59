import { expect } from 'vitest';
import { detectionConfigMachine } from '../../src/machines/detection-config/detection-config-machine.ts';
import { formProblems, presets } from '#model/detection/detection-form.ts';
import type { DetectionConfig } from '#model/entities/detection-config.ts';
import { promise, samples } from '../support/machine-paths.ts';

const config: DetectionConfig = {
  version: 2,
  effectiveFrom: 1_000,
  effectiveTo: null,
  modifiedBy: 1,
  changeReason: null,
  ...presets.Balanced,
};
const counts = { currentDetectionCount: 10, previewDetectionCount: 8, lostDetectionCount: 2 };
const finished = { ...counts, estimatedChangePercent: -20, changes: [] };
const lossy = { ...finished, previewDetectionCount: 4, lostDetectionCount: 6, estimatedChangePercent: -60 };
const running = { previewId: 'one', progressPct: 40 };

/** DET-11 to DET-13. */
export default samples({
  machine: detectionConfigMachine.provide({ actions: { recallGuide: () => {}, keepGuide: () => {} } }),
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'settings.retry': {},
    'parameter.set': [
      { name: 'minimumHits', value: 0 },
      { name: 'minimumHits', value: 3 },
    ],
    'parameter.left': { name: 'minimumHits' },
    'preset.chosen': { preset: 'Strict' },
    'reason.set': { reason: 'Less noise' },
    'config.reset': {},
    'config.save': {},
    'config.reapply': { config: { ...config, version: 1 } },
    'check.skip': {},
    'save.confirm': {},
    'save.withdraw': {},
    'config.saved': [],
    'history.page': { page: 2 },
    'history.retry': {},
    'preview.ask': {},
    'preview.close': {},
    'preview.found': [],
    'preview.failed': [],
    'preview.outdated': [],
    'guide.toggle': {},
  },
  actors: {
    loadConfig: promise({ outputs: [config] }),
    saveConfig: promise({ outputs: [{ ...config, version: 3 }] }),
    loadHistory: promise({ outputs: [{ configs: [config], total: 12 }] }),
    askPreview: promise({ outputs: [finished, lossy, running] }),
    pollPreview: promise({ outputs: [finished, { ...running, progressPct: 80 }] }),
    cancelPreview: promise({ outputs: [{ message: 'OK' }] }),
  },
  systems: ['snackbar'],
  limit: 20_000,
  serializeState: ({ value, context: { form, preview, order } }) =>
    JSON.stringify([
      value,
      form !== null && Object.keys(formProblems(form)).length,
      preview?.lostDetectionCount,
      order?.reapplied?.version,
    ]),
  invariant: ({ snapshot }) => {
    const { current, form, order, refusal, preview, running: underWay, page } = snapshot.context;
    expect(form === null, 'there is a form once there are settings').toBe(current === null);
    expect(
      snapshot.matches({ settings: { unchanged: 'refused' } }) || snapshot.matches({ settings: { changed: 'refused' } }),
    ).toBe(refusal !== null);
    expect(order !== null, 'something is saved').toBe(snapshot.matches({ settings: 'saving' }));
    if (order !== null) expect(formProblems(order.parameters), 'no errors are saved').toEqual({});
    if (snapshot.matches({ settings: { saving: 'asking' } }))
      expect([null, 6], 'what loses no more than half is not asked about').toContain(preview?.lostDetectionCount ?? null);
    if (snapshot.matches({ settings: { saving: 'checking' } })) expect(preview, 'what was found is judged').toBeNull();
    if (snapshot.matches({ settings: 'unchanged' })) expect(form).toEqual(presets.Balanced);
    expect(underWay !== null, 'what the host is at is asked for, or cancelled').toBe(
      ['waiting', 'polling', 'cancelling'].some((each) => snapshot.matches({ preview: each as 'waiting' })),
    );
    if (snapshot.matches({ preview: 'shown' })) expect(preview).not.toBeNull();
    if (snapshot.hasTag('previewing')) expect(preview, 'what an older one said is gone').toBeNull();
    expect([1, 2]).toContain(page);
  },
});
