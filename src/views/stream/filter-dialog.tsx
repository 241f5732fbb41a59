import { Button } from '@adobe/react-spectrum/Button';
import { ButtonGroup } from '@adobe/react-spectrum/ButtonGroup';
import { Content } from '@adobe/react-spectrum/Content';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Heading } from '@adobe/react-spectrum/Heading';
import { useState } from 'react';
import { groupKindNames, groupLabel, type ReceiverLooks } from '../../model/live/group-looks.ts';
import { type ContactFilters, type GroupKind, groupKinds, noFilters } from '../../model/live/live-settings.ts';
import styles from './stream.module.css';

type Props = {
  filters: ContactFilters;
  /** The values seen in the window, by kind. */
  choices: Record<GroupKind, readonly number[]>;
  receivers: ReceiverLooks;
  onApply: (filters: ContactFilters) => void;
  onClose: () => void;
};

/** Spec §2: the filter dialog; within a kind any chosen value lets a contact through, and every kind must. */
export default function FilterDialog(props: Props) {
  const [filters, setFilters] = useState(props.filters);
  const toggle = (kind: GroupKind, value: number) => {
    const chosen = filters[kind];
    setFilters({ ...filters, [kind]: chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value] });
  };
  return (
    <DialogContainer onDismiss={props.onClose}>
      <Dialog size="M">
        <Heading>Filter contacts</Heading>
        <Divider />
        <Content>
          {groupKinds.map((kind) => {
            const values = [...new Set([...props.choices[kind], ...filters[kind]])].sort((a, b) => a - b);
            return (
              <fieldset key={kind} className={styles.kind}>
                <legend>{groupKindNames[kind]}</legend>
                {values.length === 0 ? <span className={styles.state}>Nothing heard yet</span> : null}
                <div className={styles.chips}>
                  {values.map((value) => (
                    <label key={value} className={styles.chip}>
                      <input type="checkbox" checked={filters[kind].includes(value)} onChange={() => toggle(kind, value)} />
                      <span>{groupLabel(kind, value, props.receivers)}</span>
                    </label>
                  ))}
                </div>
              </fieldset>
            );
          })}
        </Content>
        <ButtonGroup>
          <Button variant="secondary" onPress={props.onClose}>
            Cancel
          </Button>
          <Button variant="secondary" onPress={() => setFilters(noFilters)}>
            Clear all
          </Button>
          <Button variant="accent" onPress={() => props.onApply(filters)}>
            Apply
          </Button>
        </ButtonGroup>
      </Dialog>
    </DialogContainer>
  );
}
