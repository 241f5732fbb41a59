import type { FormRefusal } from '../../machines/receiver-editor/form-refusal.ts';
import type { ConfigProblem } from '../../model/config/config.ts';
import type { KnownTags } from '../../model/config/known-tags.ts';

/** What every field of the form is given: its value, what is wrong or unusual, and how it is changed. */
export type Editing = {
  readonly valueOf: (path: string) => unknown;
  readonly problems: readonly ConfigProblem[];
  readonly notes: readonly ConfigProblem[];
  /** Takes the person to the field that was refused. */
  readonly refusal: FormRefusal | null;
  readonly tags: KnownTags;
  readonly onChange: (path: string, value: unknown) => void;
  /** True where nothing can be changed: for who may not, and while the host is asked. */
  readonly isDisabled: boolean;
  /** In a batch, which fields are applied; null where all are saved. */
  readonly choice: {
    readonly chosen: readonly string[];
    /** The fields in which the receivers differ. */
    readonly mixed: ReadonlySet<string>;
    readonly onChoose: (path: string, isChosen: boolean) => void;
  } | null;
};

/** The placeholder for a value in which the receivers of a batch differ (CFG-17). */
export const mixedText = 'Mixed';

/** True where the receivers of a batch differ in a field that is not chosen (CFG-17). */
export function isMixed({ choice }: Editing, path: string): boolean {
  return choice !== null && choice.mixed.has(path) && !choice.chosen.includes(path);
}

/** What is wrong with a field, or else what is unusual about it, or that the receivers of a batch differ. */
export function saidOf(editing: Editing, path: string): { problem: string | undefined; note: string | undefined } {
  const at = (list: readonly ConfigProblem[]): string | undefined =>
    list.find((each) => each.path === path || each.path.startsWith(`${path}.`))?.text;
  const note = isMixed(editing, path) ? 'The receivers differ' : at(editing.notes);
  return { problem: at(editing.problems), note };
}
