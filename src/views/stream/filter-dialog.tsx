import { useCallback, useMemo, useState } from 'react';
import { filterValues, toggleFilter } from '../../model/live/filter-choices.ts';
import type { ReceiverLooks } from '../../model/entities/receiver.ts';
import { type ContactFilters, type GroupKind, groupKinds, noFilters } from '../../model/live/live-settings.ts';
import type { HeardValues } from '../../model/live/live-view.ts';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { FilterKind } from './filter-kind.tsx';

type Props = {
  filters: ContactFilters;
  /** The values heard before the dialog opened. Later ones are left out, so that the list does not move. */
  heard: HeardValues;
  receivers: ReceiverLooks;
  onApply: (filters: ContactFilters) => void;
  onClose: () => void;
};

/** LIVE-19: the filter dialog. For every kind with chosen values, a contact must have one of these values. */
export default function FilterDialog(props: Props) {
  const [filters, setFilters] = useState(props.filters);
  const { heard, receivers } = props;
  const receiverIds = useMemo(() => filterValues('rxId', heard.rxId, receivers), [heard, receivers]);
  const toggle = useCallback((kind: GroupKind, value: number) => setFilters((before) => toggleFilter(before, kind, value)), []);
  return (
    <DialogHolder onDismiss={props.onClose}>
      <DialogFrame
        size="M"
        title="Filter contacts"
        buttons={
          <>
            <Button onPress={props.onClose}>Cancel</Button>
            <Button onPress={() => setFilters(noFilters)}>Clear all</Button>
            <Button rank="primary" onPress={() => props.onApply(filters)}>
              Apply
            </Button>
          </>
        }
      >
        {groupKinds.map((kind) => (
          <FilterKind
            key={kind}
            kind={kind}
            values={kind === 'rxId' ? receiverIds : filterValues(kind, heard[kind], receivers)}
            chosen={filters[kind]}
            receivers={receivers}
            onToggle={toggle}
          />
        ))}
      </DialogFrame>
    </DialogHolder>
  );
}
