import { latestOf } from '../../model/receivers/latest.ts';
import type { KeptValues } from './receiver-editor-events.ts';

/** By rxId, the values that could not be saved. */
export type KeptDrafts = Readonly<Record<number, KeptValues>>;

/**
 * What keeps values that could not be saved while the screen of receivers is closed (CFG-13): in memory, for
 * as long as the session of the system has the screen loaded.
 */
export function keptDrafts(): { recall: () => KeptDrafts; remember: (kept: KeptDrafts) => void } {
  // In the order of time, which the keys of an object that are numbers do not keep.
  let kept: ReadonlyMap<number, KeptValues> = new Map();
  return {
    recall: () => {
      // Of those that are too many they are kept while the screen stays.
      kept = latestOf([...kept]);
      return Object.fromEntries(kept);
    },
    remember: (wanted) => {
      const all = Object.values(wanted);
      const before = [...kept.values()].filter((values) => wanted[values.rxId] === values);
      const latest = all.filter((values) => kept.get(values.rxId) !== values);
      kept = new Map([...before, ...latest].map((values) => [values.rxId, values]));
    },
  };
}
