import { latestOf } from '../../model/receivers/latest.ts';
import type { KeptValues } from './receiver-editor-events.ts';

/** The values that could not be saved, by receiver id. */
export type KeptDrafts = Readonly<Record<number, KeptValues>>;

/** Keeps unsaved values while the receivers' screen is closed (CFG-13): in memory, until the session ends. */
export function keptDrafts(): { recall: () => KeptDrafts; remember: (kept: KeptDrafts) => void } {
  // A Map keeps the order in which values were added; an object would sort numeric keys.
  let kept: ReadonlyMap<number, KeptValues> = new Map();
  return {
    recall: () => {
      // Trim the values only here: all of them are kept while the screen is open.
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
