import type { FormRefusal } from '../../machines/receiver-editor/form-refusal.ts';
import type { ConfigProblem } from '../../model/config/config.ts';
import type { KnownTags } from '../../model/config/known-tags.ts';

/**
 * What every field of the form receives: all values, problems and notes by path, and how to change a value.
 */
export type Editing = {
  readonly valueOf: (path: string) => unknown;
  readonly problems: readonly ConfigProblem[];
  readonly notes: readonly ConfigProblem[];
  /** The latest refusal, whose field takes the focus; null if there is none. */
  readonly refusal: FormRefusal | null;
  readonly tags: KnownTags;
  readonly onChange: (path: string, value: unknown) => void;
  /** True if nothing can be changed: the person may not, or a request to the host is in progress. */
  readonly isDisabled: boolean;
  /** In a batch, which fields to apply; null outside a batch, where all are saved. */
  readonly choice: {
    readonly chosen: readonly string[];
    /** The fields in which the receivers of the batch differ. */
    readonly mixed: ReadonlySet<string>;
    readonly onChoose: (path: string, isChosen: boolean) => void;
  } | null;
};

/** The placeholder for a value in which the receivers of a batch differ (CFG-17). */
export const mixedText = 'Mixed';

/** Returns true if the batch's receivers differ in a field that is not chosen (CFG-17). */
export function isMixed({ choice }: Editing, path: string): boolean {
  return choice !== null && choice.mixed.has(path) && !choice.chosen.includes(path);
}

/**
 * Returns what is wrong with a field, and a note: that the batch's receivers differ in it, or else what is
 * unusual.
 */
export function saidOf(editing: Editing, path: string): { problem: string | undefined; note: string | undefined } {
  const at = (list: readonly ConfigProblem[]): string | undefined =>
    list.find((each) => each.path === path || each.path.startsWith(`${path}.`))?.text;
  const note = isMixed(editing, path) ? 'The receivers differ' : at(editing.notes);
  return { problem: at(editing.problems), note };
}
