import type { SnapshotFrom } from 'xstate';
import type { themeMachine } from './theme-machine.ts';

/**
 * True while the dark scheme is to be shown, choices the host has not answered included; dark (ACC-16) before
 * the theme has started.
 */
export function selectDarkMode(snapshot: SnapshotFrom<typeof themeMachine> | undefined): boolean {
  return snapshot?.context.scheme.shown ?? true;
}
