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
  readonly choice: { readonly chosen: readonly string[]; readonly onChoose: (path: string, isChosen: boolean) => void } | null;
};

/** What is wrong with a field, else what is unusual about it. */
export function saidOf({ problems, notes }: Editing, path: string): { problem: string | undefined; note: string | undefined } {
  const at = (list: readonly ConfigProblem[]): string | undefined =>
    list.find((each) => each.path === path || each.path.startsWith(`${path}.`))?.text;
  return { problem: at(problems), note: at(notes) };
}
