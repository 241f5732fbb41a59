import { useRef, useState } from 'react';
import { Header } from 'react-aria-components/Header';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { receiverLooks, receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { useReadModel } from '../session/session-actors.tsx';
import { Button } from '../controls/button.tsx';
import { RowPopover } from './row-popover.tsx';
import styles from './beside-row.module.css';

/** Chooses which receivers the list shows, grouped by site and sorted by name (FLEET-4). */
export function ReceiverFilter(props: { only: readonly number[]; onChoose: (only: readonly number[]) => void }) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor}>
        <Button onPress={() => setOpen(true)} aria-expanded={open}>
          {props.only.length === 0 ? 'Receivers: all' : `Receivers: ${props.only.length}`}
        </Button>
      </span>
      {open ? (
        <RowPopover anchor={anchor} title="Show these receivers only" onClose={() => setOpen(false)}>
          <Choices {...props} />
        </RowPopover>
      ) : null}
    </>
  );
}

function Choices(props: { only: readonly number[]; onChoose: (only: readonly number[]) => void }) {
  const groups = useReadModel(({ fleet }) => receiversBySite(fleet));
  const receivers = useReadModel(({ fleet }) => receiverLooks(fleet));
  return (
    <ListBox
      aria-label="Receivers by site"
      className={styles.filterList ?? ''}
      autoFocus="first"
      escapeKeyBehavior="none"
      selectionMode="multiple"
      selectedKeys={props.only}
      onSelectionChange={(keys) => {
        if (keys !== 'all') props.onChoose([...keys].map(Number));
      }}
    >
      {groups
        .filter(({ rxIds }) => rxIds.length > 0)
        .map(({ site, rxIds }) => (
          <ListBoxSection key={site?.id ?? 'none'} id={`site ${site?.id ?? 'none'}`}>
            <Header className={styles.menuHeader ?? ''}>{site?.alias ?? 'Without a site'}</Header>
            {rxIds.map((id) => (
              <ListBoxItem key={id} id={id} textValue={receivers.get(id)?.alias ?? ''} className={styles.menuItem ?? ''}>
                {receivers.get(id)?.alias}
              </ListBoxItem>
            ))}
          </ListBoxSection>
        ))}
    </ListBox>
  );
}
