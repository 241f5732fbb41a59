import type { Locator } from '@playwright/test';
import { loadingMachine } from '../../../src/machines/loading/loading-machine.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import type { HeldCalls } from './held-calls.ts';

/** A dialog whose contents are loaded by a call that ends as the path decides. */
export type LoadingStage = { dialog: Locator; label: string; calls: HeldCalls };

/** What a dialog needs before it can be used (CFG-13): requested, and again if that failed. */
export const loadingFlow: Flow<typeof loadingMachine, LoadingStage> = {
  machine: loadingMachine,
  samples: samples({
    machine: loadingMachine,
    inputs: [{ request: {} }],
    events: { 'loading.retry': {} },
    actors: { load: promise<unknown>({ outputs: [{}] }) },
    leads: [{ steps: ['load failed', 'loading.retry', 'load failed', 'loading.retry', 'load done'] }],
  }),
  byHand: { 'loading.retry': ({ dialog }) => dialog.getByRole('button', { name: 'Retry' }).click() },
  byTheWorld: {
    'load done': ({ calls }) => calls.letGo(),
    'load failed': ({ calls }) => calls.cut(),
  },
  elsewhere: {},
  untaken: {
    'loading.asking · xstate.after.limit.loading.asking → loading.failed':
      'nobody waits for a quarter of a minute: the machine’s own walk has it',
  },
  async shows({ dialog, label }, snapshot) {
    const alert = dialog.getByRole('alert');
    await expect(dialog.getByRole('status', { name: label })).toBeVisible({ visible: snapshot.hasTag('busy') });
    await expect(alert.filter({ hasText: 'An error occurred, try refreshing' })).toBeVisible({
      visible: snapshot.hasTag('failed'),
    });
    await expect(dialog.getByRole('tab', { name: /^General/ })).toBeVisible({ visible: snapshot.status === 'done' });
  },
};
