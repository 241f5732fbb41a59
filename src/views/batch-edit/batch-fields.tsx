import { Provider } from '@adobe/react-spectrum/Provider';
import { useSelector } from '@xstate/react';
import { memo, useMemo, useState } from 'react';
import type { BatchEditRef } from '../../machines/batch-edit/batch-edit-machine.ts';
import type { BatchEditContext } from '../../machines/batch-edit/batch-edit-rules.ts';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import { chosenProblems } from '../../model/receiver-editor/batch.ts';
import { chosenText, otherModelText } from '../../model/receiver-editor/batch-words.ts';
import { type Family, valueAt } from '../../model/config/config.ts';
import { mixedPaths } from '../../model/receiver-editor/mixed.ts';
import { familyNames } from '../../model/receiver-editor/config-file.ts';
import { configTabs, sectionsOf } from '../../model/config/config-words.ts';
import { problemsIn } from '../../model/receiver-editor/draft.ts';
import { type KnownTags, noTags } from '../../model/config/known-tags.ts';
import type { Section } from '../../model/config/fields.ts';
import { type PulledValues, notApplied, pulledText } from '../../model/receiver-editor/pulled.ts';
import { invalid } from '../controls/invalid.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { TabLine } from '../controls/tab-line.tsx';
import type { Editing } from '../receiver-editor/editing.ts';
import { sectionOf, useErrorFocus, useRefusedTab } from '../receiver-editor/error-place.ts';
import { SectionFields } from '../receiver-editor/section-fields.tsx';
import { TagsFailure } from '../receiver-editor/tags-failure.tsx';
import { TabLabel } from '../receiver-editor/tab-label.tsx';
import { MissingNote } from './missing-note.tsx';
import styles from './batch-edit.module.css';
import { useAnswer } from '../session/use-answer.ts';

type Props = { batch: BatchEditRef; context: BatchEditContext; isPulling: boolean; isBusy: boolean };

const none: ReadonlySet<string> = new Set();

/** The fields of one family of receivers, each with a checkbox that applies it. */
export function BatchFields({ batch, context, isPulling, isBusy }: Props) {
  const { family, values, chosen, receivers, isPullFailed, pulled, hasPulled, refusal } = context;
  const knownTags = useSelector(batch, ({ children }) => children.knownTags as QuestionRef<KnownTags> | undefined);
  const asked = useAnswer(knownTags);
  const tags = asked.answer ?? noTags;
  const [tab, setTab] = useRefusedTab(refusal, sectionOf, 'general');
  const panel = useErrorFocus(refusal);
  const problems = useMemo(() => chosenProblems(family, values, chosen), [family, values, chosen]);
  const mixed = useMemo(() => (hasPulled ? none : mixedPaths(receivers, family)), [hasPulled, receivers, family]);
  const sections: Section = sectionsOf(family);
  const selected = configTabs[family].some(({ key }) => key === tab) ? tab : 'general';
  const editing: Editing = {
    valueOf: (path) => valueAt(values, path),
    problems,
    notes: [],
    refusal,
    tags,
    onChange: (path, value) => batch.send({ type: 'editor.change', path, value }),
    isDisabled: isBusy,
    choice: { chosen, mixed, onChoose: (path, isChosen) => batch.send({ type: 'batch.choose', path, isChosen }) },
  };
  return (
    <div ref={panel}>
      <Families batch={batch} context={context} />
      <Pull batch={batch} receivers={receivers} family={family} isPullFailed={isPullFailed} isPulling={isPulling} />
      <Pulled batch={batch} pulled={pulled} chosen={chosen} isBusy={isBusy} />
      <TagsFailure asked={asked} />
      <p className={styles.chosen} aria-live="polite">
        {chosenText(chosen.length)}
      </p>
      <TabLine
        label="Parts of the configuration"
        tabs={configTabs[family].map(({ key, label }) => ({
          key: key as string,
          label: <TabLabel label={label} count={problemsIn(problems, key).length} />,
        }))}
        selected={selected}
        onSelect={setTab}
      >
        <Provider isDisabled={isBusy}>
          <SectionFields editing={editing} section={sections[selected] as Section} path={selected} />
        </Provider>
      </TabLine>
    </div>
  );
}

/** Chooses the model that the batch changes. Receivers of other models stay as they are. */
function Families({ batch, context }: Pick<Props, 'batch' | 'context'>) {
  const { receivers, family } = context;
  const count = (of: Family): number => receivers.filter((receiver) => receiver.family === of).length;
  const others = receivers.length - count(family);
  return (
    <div className={styles.families}>
      {others > 0 ? (
        <ChoicePicker
          label="Model"
          items={(['orion', 'ares'] as const).map((id) => ({ id, name: `${familyNames[id]} (${count(id)})` }))}
          value={family}
          onChoose={(chosen) => batch.send({ type: 'batch.chooseFamily', family: chosen })}
        />
      ) : null}
      {others > 0 ? <p className={styles.note}>{otherModelText(others)}</p> : null}
      <MissingNote context={context} />
    </div>
  );
}

/** Says what pulling a receiver's values did, and offers to apply the fields that differ. */
function Pulled(props: { batch: BatchEditRef; pulled: PulledValues | null; chosen: readonly string[]; isBusy: boolean }) {
  const { batch, pulled, chosen, isBusy } = props;
  const rest = pulled === null ? [] : notApplied(pulled, chosen);
  return (
    <div className={styles.families} aria-live="polite">
      {pulled === null ? null : <p className={styles.note}>{pulledText(pulled, chosen)}</p>}
      {rest.length === 0 ? null : (
        <Button
          isDisabled={isBusy}
          onPress={() => {
            for (const path of rest) batch.send({ type: 'batch.choose', path, isChosen: true });
          }}
        >
          {rest.length === 1 ? 'Apply this field' : `Apply these ${rest.length} fields`}
        </Button>
      )}
    </div>
  );
}

type PullProps = Pick<BatchEditContext, 'receivers' | 'family' | 'isPullFailed'> & Pick<Props, 'batch' | 'isPulling'>;

/**
 * Offers to pull one receiver's values into the form. Memoized, because there can be hundreds of receivers to
 * choose from.
 */
const Pull = memo(function Pull({ batch, receivers, family, isPullFailed, isPulling }: PullProps) {
  const [from, setFrom] = useState<string | null>(null);
  const offered = receivers.filter((receiver) => receiver.family === family);
  const rxId = offered.some((receiver) => String(receiver.rxId) === from) ? Number(from) : null;
  return (
    <div className={styles.pull}>
      <ChoicePicker
        label="Pull values from"
        items={offered.map((receiver) => ({ id: String(receiver.rxId), name: receiver.alias }))}
        value={rxId === null ? null : String(rxId)}
        onChoose={setFrom}
        {...invalid(isPullFailed ? 'An error occurred pulling this receivers values, try refreshing' : null)}
      />
      <Greyed why={rxId === null ? 'Choose a receiver first' : null} isBusy={isPulling}>
        <Button
          onPress={() => {
            if (rxId !== null) batch.send({ type: 'batch.pull', rxId });
          }}
        >
          {isPulling ? 'Pulling…' : 'Pull'}
        </Button>
      </Greyed>
    </div>
  );
});
