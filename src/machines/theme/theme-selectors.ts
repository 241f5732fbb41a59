import type { SnapshotFrom } from 'xstate';
import type { themeMachine } from './theme-machine.ts';

/**
 * Returns true for the dark scheme, including unanswered choices; also before the theme has started (ACC-16).
 */
export function selectDarkMode(snapshot: SnapshotFrom<typeof themeMachine> | undefined): boolean {
  return snapshot?.context.scheme.shown ?? true;
}
