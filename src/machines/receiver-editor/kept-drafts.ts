import type { KeptValues } from './receiver-editor-events.ts';

/** By rxId, the values that could not be saved. */
export type KeptDrafts = Readonly<Record<number, KeptValues>>;

/** Of so many receivers they are kept, the latest ones; of further ones only while the screen stays. */
const maxKept = 50;

/**
 * What keeps values that could not be saved while the screen of receivers is closed (CFG-13): in memory, for
 * as long as the session of the system has the screen loaded.
 */
export function keptDrafts(): { recall: () => KeptDrafts; remember: (kept: KeptDrafts) => void } {
  // In the order of time, which the keys of an object that are numbers do not keep.
  let kept = new Map<number, KeptValues>();
  return {
    recall: () => {
      kept = new Map([...kept].slice(-maxKept));
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
