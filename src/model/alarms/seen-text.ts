import type { SeenStep } from '../journal/undo.ts';

/** Describes a change that marked alarms as seen; the count matches the bell's badge (ALM-8, ALM-25). */
export function seenActionText({ from, to }: SeenStep): string {
  return to - from === 1 ? 'saw 1 alarm' : `saw ${to - from} alarms`;
}
