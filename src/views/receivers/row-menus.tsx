import type { ReactNode } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Separator } from 'react-aria-components/Separator';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { moveReceiver, setSitePointStyle } from '../../model/journal/fleet-edits.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import type { Site } from '../../model/entities/site.ts';
import { receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { areHeard } from '../../model/receivers/columns.ts';
import { chosenIds } from '../../model/receivers/receiver-rows.ts';
import { pointStyles } from '../../model/live/mark-shape.ts';
import { receiversAddress, type ReceiversState } from '../../model/receivers/receivers-address.ts';
import { Swatch } from '../controls/swatch.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { type Beside, named, useEdit, useReceiversScreen } from './receivers-screen.tsx';
import styles from './beside-row.module.css';

type ChangeAddress = (next: (before: ReceiversState) => ReceiversState) => void;
type Open = (kind: Beside['kind']) => void;

/** An item of a menu. */
export function Item(props: { id: string; mark?: ReactNode; children: string; isDisabled?: boolean; isDestructive?: boolean }) {
  return (
    <MenuItem
      id={props.id}
      textValue={props.children}
      className={styles.menuItem ?? ''}
      isDisabled={props.isDisabled ?? false}
      data-destructive={props.isDestructive}
    >
      {props.mark}
      {props.children}
    </MenuItem>
  );
}

/** A menu beside a row. Its first item gets the focus. */
export function RowMenu(props: { label: string; children: ReactNode; onAction: (key: string) => void }) {
  return (
    <Menu
      aria-label={props.label}
      className={styles.menu ?? ''}
      autoFocus="first"
      onAction={(key) => props.onAction(String(key))}
      onClose={() => {}}
    >
      {props.children}
    </Menu>
  );
}

/** All actions on one receiver. */
export function ReceiverMenu(props: { receiver: Receiver; onOpen: Open; onClose: () => void; changeAddress: ChangeAddress }) {
  const { receiver, onOpen, onClose, changeAddress } = props;
  const { receivers, editable, snooze } = useReceiversScreen();
  const [{ receiver: opened }] = useAddress(receiversAddress);
  const act = (key: string): void => {
    if (key === 'command' || key === 'name' || key === 'address' || key === 'colour' || key === 'move') return onOpen(key);
    onClose();
    if (key === 'page') changeAddress((before) => ({ ...before, receiver: receiver.id }));
    if (key === 'edit') changeAddress((before) => ({ ...before, edit: receiver.id }));
    if (key === 'location') receivers.send({ type: 'receiver.locate', receiver: named(receiver) });
    if (key === 'snooze') snooze?.([named(receiver)]);
    if (key === 'copy' || key === 'delete') receivers.send({ type: 'task.open', action: key, receivers: [named(receiver)] });
  };
  return (
    <RowMenu label={`Actions of ${receiver.alias}`} onAction={act}>
      {opened === receiver.id ? null : <Item id="page">Open receiver page</Item>}
      <Item id="edit">{editable ? 'Edit configuration' : 'View configuration'}</Item>
      <Item id="command">Send a command</Item>
      {snooze === null ? null : <Item id="snooze">Snooze alarms</Item>}
      {editable ? (
        <>
          <Separator className={styles.menuSeparator ?? ''} />
          <Item id="name">Rename</Item>
          <Item id="address">Change address</Item>
          <Item id="colour">Choose colour</Item>
          <Item id="move">Move to another site</Item>
          <Item id="location">Edit location</Item>
          <Separator className={styles.menuSeparator ?? ''} />
          <Item id="copy">Copy</Item>
          <Item id="delete" isDestructive>
            {areHeard([receiver]) ? 'Retire' : 'Delete'}
          </Item>
        </>
      ) : null}
    </RowMenu>
  );
}

/** All actions on a site, or on the receivers without a site. */
export function SiteMenu(props: { site: Site | undefined; onOpen: Open; onClose: () => void; changeAddress: ChangeAddress }) {
  const { site, onOpen, onClose, changeAddress } = props;
  const { journal } = useSession();
  const { receivers, editable } = useReceiversScreen();
  const act = (key: string): void => {
    if (key === 'siteName' || key === 'siteColour' || key === 'sitePoint') return onOpen(key);
    onClose();
    if (key === 'new') receivers.send({ type: 'receiver.new', siteId: site?.id ?? null });
    if (key === 'remove' && site !== undefined) receivers.send({ type: 'site.remove', siteId: site.id });
    if (key === 'select') {
      const { fleet } = shown(journal.getSnapshot());
      const group = new Set(receiversBySite(fleet).find((each) => each.site?.id === site?.id)?.rxIds);
      changeAddress((before) => {
        const added = chosenIds(fleet, before, 'shown').filter((id) => group.has(id));
        return { ...before, selected: [...new Set([...before.selected, ...added])] };
      });
    }
  };
  return (
    <RowMenu label={`Actions of ${site?.alias ?? 'receivers without a site'}`} onAction={act}>
      <Item id="select">Select all in this site</Item>
      {editable && site !== undefined ? (
        <>
          <Item id="new">New receiver</Item>
          <Separator className={styles.menuSeparator ?? ''} />
          <Item id="siteName">Rename site</Item>
          <Item id="siteColour">Choose colour</Item>
          <Item id="sitePoint">Choose point style</Item>
          <Separator className={styles.menuSeparator ?? ''} />
          <Item id="remove" isDestructive>
            Delete site
          </Item>
        </>
      ) : null}
    </RowMenu>
  );
}

/** Moves a receiver to another site, as an edit that can be undone. */
export function MoveMenu({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const edit = useEdit();
  const groups = useReadModel(({ fleet }) => receiversBySite(fleet));
  const sites = groups.flatMap(({ site }) => site ?? []);
  const present = receiver.SiteId;
  return (
    <RowMenu
      label="Move to"
      onAction={(key) => {
        const site = sites.find(({ id }) => String(id) === key);
        onClose();
        if (site !== undefined && site.id !== present) edit((mitasId) => moveReceiver(mitasId, receiver, site));
      }}
    >
      {sites.map(({ id, alias }) => (
        <Item key={id} id={String(id)} isDisabled={id === present}>
          {id === present ? `${alias} (here)` : alias}
        </Item>
      ))}
    </RowMenu>
  );
}

/** Chooses how charts draw the points of a site's receivers. */
export function PointStyleMenu(props: { site: Site; onClose: () => void }) {
  const { site, onClose } = props;
  const edit = useEdit();
  return (
    <RowMenu
      label="Point style"
      onAction={(key) => {
        onClose();
        if (key !== site.pointStyle) edit((mitasId) => setSitePointStyle(mitasId, site, key));
      }}
    >
      {pointStyles.map(([id, name]) => (
        <Item key={id} id={id} mark={<Swatch color={site.color} of="site" pointStyle={id} />}>
          {id === site.pointStyle ? `${name} (now)` : name}
        </Item>
      ))}
    </RowMenu>
  );
}
