import type { SnapshotFrom } from 'xstate';
import type { themeMachine } from './theme-machine.ts';

/**
 * Returns true if the dark scheme is shown. A choice that the host has not confirmed yet counts. Dark is also
 * the answer before the theme machine has started (ACC-16).
 */
export function selectDarkMode(snapshot: SnapshotFrom<typeof themeMachine> | undefined): boolean {
  return snapshot?.context.scheme.shown ?? true;
}
