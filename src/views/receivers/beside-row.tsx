import { useEffect, useMemo } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { renameReceiver, renameSite } from '../../model/journal/edits.ts';
import { recolourReceiver, recolourSite } from '../../model/journal/fleet-edits.ts';
import type { Site } from '../../model/entities/site.ts';
import { type Receiver, aliasMaxLength } from '../../model/entities/receiver.ts';
import type { ReceiversState } from '../../model/receivers/receivers-address.ts';
import { Palette } from '../controls/palette.tsx';
import RenameField from '../controls/rename-field.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { AddressForm } from './address-form.tsx';
import { CommandMenu } from './command-menu.tsx';
import { MoveMenu, PointStyleMenu, ReceiverMenu, SiteMenu } from './row-menus.tsx';
import { type Beside, useEdit } from './receivers-screen.tsx';
import { StatusStrip } from './status-strip.tsx';
import { useBackStep } from '../controls/dialog-closing.ts';
import { themedElement } from '../controls/themed-element.ts';
import styles from './beside-row.module.css';

type Props = {
  beside: Beside;
  onOpen: (beside: Beside) => void;
  onClose: () => void;
  changeAddress: (next: (before: ReceiversState) => ReceiversState) => void;
};

const ofSites: readonly Beside['kind'][] = ['site', 'siteName', 'siteColour', 'sitePoint'];

/** What stands beside a row: its menu, or the field of what is changed in place. */
export function BesideRow(props: Props) {
  const { beside, onClose } = props;
  useBackStep(true, onClose);
  const anchor = useMemo(() => ({ current: beside.element }), [beside.element]);
  const receiver = useReadModel(({ fleet }) => (ofSites.includes(beside.kind) ? undefined : fleet.receivers[beside.id]));
  const site = useReadModel(({ fleet }) => (ofSites.includes(beside.kind) ? fleet.sites[beside.id] : undefined));
  // Those without a site have no site.
  const isGone = ofSites.includes(beside.kind) ? site === undefined && beside.id !== 0 : receiver === undefined;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const isMenu = ['menu', 'command', 'move', 'site', 'sitePoint'].includes(beside.kind);
  // Within the page's own element: the theme's variables stand there.
  return (
    <Popover
      key={beside.kind}
      triggerRef={anchor}
      isOpen
      UNSTABLE_portalContainer={themedElement()}
      placement={isMenu ? 'bottom end' : 'bottom start'}
      onOpenChange={(open) => (open ? undefined : onClose())}
      className={isMenu ? `${styles.popover} ${styles.menuPopover}` : (styles.popover ?? '')}
    >
      {isMenu ? (
        <Menus {...props} receiver={receiver} site={site} />
      ) : (
        <Dialog aria-label={titles[beside.kind]}>
          {receiver === undefined ? null : <ReceiverField {...props} receiver={receiver} />}
          {site === undefined ? null : <SiteField {...props} site={site} />}
        </Dialog>
      )}
    </Popover>
  );
}

const titles: Readonly<Record<Beside['kind'], string>> = {
  menu: 'Actions',
  command: 'Commands',
  status: 'Status for past 7 days',
  hint: 'What this means',
  name: 'Name',
  address: 'Address',
  colour: 'Colour',
  move: 'Move to',
  site: 'Actions',
  siteName: 'Name',
  siteColour: 'Colour',
  sitePoint: 'Point style',
};

function Menus({
  beside,
  receiver,
  site,
  onOpen,
  onClose,
  changeAddress,
}: Props & { receiver: Receiver | undefined; site: Site | undefined }) {
  const open = (kind: Beside['kind']): void => onOpen({ ...beside, kind });
  if (beside.kind === 'site') return <SiteMenu site={site} onOpen={open} onClose={onClose} changeAddress={changeAddress} />;
  if (beside.kind === 'sitePoint') return site === undefined ? null : <PointStyleMenu site={site} onClose={onClose} />;
  if (receiver === undefined) return null;
  if (beside.kind === 'command') return <CommandMenu receiver={receiver} onClose={onClose} />;
  return beside.kind === 'move' ? (
    <MoveMenu receivers={[receiver]} onClose={onClose} />
  ) : (
    <ReceiverMenu receiver={receiver} onOpen={open} onClose={onClose} changeAddress={changeAddress} />
  );
}

function ReceiverField({ beside, receiver, onClose }: Props & { receiver: Receiver }) {
  const edit = useEdit();
  if (beside.kind === 'hint') return <p className={styles.hint}>{beside.text}</p>;
  if (beside.kind === 'status') {
    return (
      <div className={styles.status}>
        <h2>{`Status for past 7 days: ${receiver.alias}`}</h2>
        <StatusStrip rxId={receiver.id} large />
      </div>
    );
  }
  if (beside.kind === 'address') return <AddressForm receiver={receiver} onClose={onClose} />;
  if (beside.kind === 'colour') {
    return (
      <Palette
        name={receiver.alias}
        color={receiver.color}
        onChoose={(color) => {
          edit((mitasId) => recolourReceiver(mitasId, receiver, color));
          onClose();
        }}
      />
    );
  }
  return (
    <RenameField
      name={receiver.alias}
      maxLength={aliasMaxLength}
      onRename={(alias, seen) => edit((mitasId) => renameReceiver(mitasId, { id: receiver.id, alias: seen }, alias))}
      onClose={onClose}
    />
  );
}

function SiteField({ beside, site, onClose }: Props & { site: Site }) {
  const edit = useEdit();
  if (beside.kind === 'siteColour') {
    return (
      <Palette
        name={site.alias}
        color={site.color}
        onChoose={(color) => {
          edit((mitasId) => recolourSite(mitasId, site, color));
          onClose();
        }}
      />
    );
  }
  return (
    <RenameField
      name={site.alias}
      maxLength={aliasMaxLength}
      onRename={(alias, seen) => edit((mitasId) => renameSite(mitasId, { id: site.id, alias: seen }, alias))}
      onClose={onClose}
    />
  );
}
