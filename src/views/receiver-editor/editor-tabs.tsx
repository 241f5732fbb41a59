import { Provider } from '@adobe/react-spectrum/Provider';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { ReceiverEditorRef } from '../../machines/receiver-editor/receiver-editor-machine.ts';
import type { ConfigProblem } from '../../model/config/config.ts';
import { configTabs, sectionsOf } from '../../model/config/config-words.ts';
import { type Draft, draftProblems, familyIn, fieldOf, problemsIn } from '../../model/receiver-editor/draft.ts';
import { type KnownTags, noTags } from '../../model/config/known-tags.ts';
import { expiredText } from '../../model/entities/expiry.ts';
import type { Section } from '../../model/config/fields.ts';
import { notesOn } from '../../model/receiver-editor/unusual.ts';
import { TabLine } from '../controls/tab-line.tsx';
import { useHasExpired } from '../session/use-host-clock.ts';
import { BasicTab } from './basic-tab.tsx';
import type { Editing } from './editing.ts';
import { sectionOf, useErrorFocus, useRefusedTab } from './error-place.ts';
import { EditorTools } from './editor-tools.tsx';
import { SectionFields } from './section-fields.tsx';
import { TabLabel } from './tab-label.tsx';
import { TagsFailure } from './tags-failure.tsx';
import styles from './receiver-editor.module.css';
import { useAnswer } from '../session/use-answer.ts';

/** The tabs of a receiver: Basic, and those of its family. A tab shows whether it contains an error. */
export function EditorTabs(props: { editor: ReceiverEditorRef; draft: Draft; isReadOnly: boolean }) {
  const { editor, draft, isReadOnly } = props;
  const isExpired = useHasExpired();
  const refusal = useSelector(editor, ({ context }) => context.refusal);
  const [chosen, setChosen] = useRefusedTab(refusal, sectionOf, 'basic');
  const panel = useErrorFocus(refusal);
  const knownTags = useSelector(editor, ({ children }) => children.knownTags as QuestionRef<KnownTags> | undefined);
  const asked = useAnswer(knownTags);
  const tags = asked.answer ?? noTags;
  const isKept = useSelector(editor, ({ context }) => context.kept !== null);
  const isBusy = useSelector(editor, (snapshot) => snapshot.hasTag('busy'));
  const mayChooseModel = useSelector(editor, ({ context }) => context.opened?.mayChooseModel ?? false);
  const problems = useMemo(() => draftProblems(draft), [draft]);
  const family = familyIn(draft);
  const notes = useMemo(() => notesOn(family, draft.config, tags.interval, problems), [family, draft, problems, tags]);
  const sections = sectionsOf(family);
  const tabs = [{ key: 'basic', label: 'Basic' }, ...configTabs[family]];
  const selected = tabs.some(({ key }) => key === chosen) ? chosen : 'basic';
  const editing: Editing = {
    valueOf: (path) => fieldOf(draft, path),
    problems,
    notes,
    refusal,
    tags,
    onChange: (path, value) => editor.send({ type: 'editor.change', path, value }),
    isDisabled: isReadOnly || isBusy,
    choice: null,
  };
  return (
    <div ref={panel}>
      <EditorTools editor={editor} draft={draft} editable={!isReadOnly} isBusy={isBusy} isFit={problems.length === 0} />
      {isReadOnly ? (
        <p className={styles.who}>{isExpired ? expiredText : 'Your role can view the configuration but not change it.'}</p>
      ) : null}
      {isKept ? <p className={styles.who}>These are your values that could not be saved.</p> : null}
      <TagsFailure asked={asked} />
      <TabLine
        label="Parts of the configuration"
        tabs={tabs.map(({ key, label }) => ({ key, label: <TabLabel label={label} count={countIn(problems, key)} /> }))}
        selected={selected}
        onSelect={setChosen}
      >
        <Provider isDisabled={editing.isDisabled}>
          {selected === 'basic' ? (
            <BasicTab editing={editing} basic={draft.basic} mayChooseModel={mayChooseModel} />
          ) : (
            <SectionFields editing={editing} section={sections[selected] as Section} path={selected} />
          )}
        </Provider>
      </TabLine>
    </div>
  );
}

function countIn(problems: readonly ConfigProblem[], section: string): number {
  return problemsIn(problems, section).length;
}
