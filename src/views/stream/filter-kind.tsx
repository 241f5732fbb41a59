import { Checkbox } from '@adobe/react-spectrum/Checkbox';
import { SearchField } from '@adobe/react-spectrum/SearchField';
import { memo, useState } from 'react';
import { countText } from '../../model/text/number-text.ts';
import { choicesOf, fewChoices } from '../../model/live/filter-choices.ts';
import { groupKindNames, groupLabel } from '../../model/live/group-looks.ts';
import { type ReceiverLooks } from '../../model/entities/receiver.ts';
import type { GroupKind } from '../../model/live/live-settings.ts';
import styles from './filter-kind.module.css';

type Props = {
  kind: GroupKind;
  values: readonly number[];
  chosen: readonly number[];
  receivers: ReceiverLooks;
  /** Returns the text to show for a value, given its usual label; by default, the label. */
  labelled?: ((label: string, value: number) => string) | undefined;
  onToggle: (kind: GroupKind, value: number) => void;
};

/**
 * Offers the values of one kind, with a search if there are many. A fieldset, not Spectrum's CheckboxGroup:
 * that redraws all its boxes (up to 200) on each press, and has no room for the search.
 */
export const FilterKind = memo(function FilterKind(props: Props) {
  const { kind, chosen, receivers, labelled = plain } = props;
  const name = groupKindNames[kind];
  const [search, setSearch] = useState('');
  // A value that was chosen while the dialog is open keeps its place in the list when it is cleared, so that
  // the next press can choose it again.
  const [kept, setKept] = useState(chosen);
  const labelOf = (value: number): string => labelled(groupLabel(kind, value, receivers), value);
  const { shown, more } = choicesOf(props.values, kept, search, labelOf);
  const toggle = (value: number) => {
    if (!kept.includes(value)) setKept([...kept, value]);
    props.onToggle(kind, value);
  };
  return (
    <fieldset className={`below-16 ${styles.kind}`}>
      <legend>{name}</legend>
      {props.values.length > fewChoices ? (
        <SearchField
          aria-label={`Search ${name.toLowerCase()}`}
          value={search}
          onChange={setSearch}
          width="100%"
          maxWidth="size-3600"
          UNSAFE_className={styles.search}
        />
      ) : null}
      <div className={styles.choices}>
        {shown.map((value) => (
          <Checkbox key={value} isSelected={chosen.includes(value)} onChange={() => toggle(value)}>
            {labelOf(value)}
          </Checkbox>
        ))}
      </div>
      <div className="quiet line-24" aria-live="polite">
        {more > 0 ? `and ${countText(more)} more: search to find them` : null}
        {shown.length > 0 ? null : search === '' ? 'Nothing heard yet' : 'Nothing found'}
      </div>
    </fieldset>
  );
});

function plain(label: string): string {
  return label;
}
