import type { SeenStep } from '../journal/undo.ts';

/** What a mark of alarms as seen did, in words; it counts as the bell's badge does (ALM-8, ALM-25). */
export function seenActionText({ from, to }: SeenStep): string {
  return to - from === 1 ? 'saw 1 alarm' : `saw ${to - from} alarms`;
}
