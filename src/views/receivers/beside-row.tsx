import { useEffect, useMemo } from 'react';
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
import { RowPopover } from './row-popover.tsx';
import { MoveMenu, PointStyleMenu, ReceiverMenu, SiteMenu } from './row-menus.tsx';
import { type Beside, useEdit } from './receivers-screen.tsx';
import { StatusStrip } from './status-strip.tsx';
import styles from './beside-row.module.css';

type Props = {
  beside: Beside;
  onOpen: (beside: Beside) => void;
  onClose: () => void;
  changeAddress: (next: (before: ReceiversState) => ReceiversState) => void;
};

const ofSites: readonly Beside['kind'][] = ['site', 'siteName', 'siteColour', 'sitePoint'];

/** The names of the dialogs. A kind without a title is a menu, which names itself. */
const titles: Readonly<Partial<Record<Beside['kind'], string>>> = {
  status: 'Status for past 7 days',
  hint: 'What this means',
  name: 'Name',
  address: 'Address',
  colour: 'Colour',
  siteName: 'Name',
  siteColour: 'Colour',
};

/** Shows the menu of a row, or the field that edits a value in place. */
export function BesideRow(props: Props) {
  const { beside, onClose } = props;
  const anchor = useMemo(() => ({ current: beside.element }), [beside.element]);
  const receiver = useReadModel(({ fleet }) => (ofSites.includes(beside.kind) ? undefined : fleet.receivers[beside.id]));
  const site = useReadModel(({ fleet }) => (ofSites.includes(beside.kind) ? fleet.sites[beside.id] : undefined));
  // Id 0 is the group of receivers without a site, which cannot disappear.
  const isGone = ofSites.includes(beside.kind) ? site === undefined && beside.id !== 0 : receiver === undefined;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const title = titles[beside.kind];
  return (
    <RowPopover of={beside.kind} anchor={anchor} title={title} onClose={onClose}>
      {title === undefined ? (
        <Menus {...props} receiver={receiver} site={site} />
      ) : (
        <Field beside={beside} receiver={receiver} site={site} onClose={onClose} />
      )}
    </RowPopover>
  );
}

type Known = { receiver: Receiver | undefined; site: Site | undefined };

function Menus({ beside, receiver, site, onOpen, onClose, changeAddress }: Props & Known) {
  const open = (kind: Beside['kind']): void => onOpen({ ...beside, kind });
  if (beside.kind === 'site') return <SiteMenu site={site} onOpen={open} onClose={onClose} changeAddress={changeAddress} />;
  if (beside.kind === 'sitePoint') return site === undefined ? null : <PointStyleMenu site={site} onClose={onClose} />;
  if (receiver === undefined) return null;
  if (beside.kind === 'command') return <CommandMenu receiver={receiver} onClose={onClose} />;
  return beside.kind === 'move' ? (
    <MoveMenu receiver={receiver} onClose={onClose} />
  ) : (
    <ReceiverMenu receiver={receiver} onOpen={open} onClose={onClose} changeAddress={changeAddress} />
  );
}

function Field({ beside, receiver, site, onClose }: Pick<Props, 'beside' | 'onClose'> & Known) {
  const edit = useEdit();
  const changed = receiver ?? site;
  if (changed === undefined) return null;
  if (receiver !== undefined && beside.kind === 'address') return <AddressForm receiver={receiver} onClose={onClose} />;
  if (beside.kind === 'hint') return <p className={styles.hint}>{beside.text}</p>;
  if (beside.kind === 'status') {
    return (
      <div className={styles.status}>
        <h2>{`Status for past 7 days: ${changed.alias}`}</h2>
        <StatusStrip rxId={changed.id} large />
      </div>
    );
  }
  if (beside.kind === 'colour' || beside.kind === 'siteColour') {
    return (
      <Palette
        name={changed.alias}
        color={changed.color}
        onChoose={(color) => {
          edit((mitasId) =>
            receiver ? recolourReceiver(mitasId, receiver, color) : site ? recolourSite(mitasId, site, color) : [],
          );
          onClose();
        }}
      />
    );
  }
  const rename = receiver === undefined ? renameSite : renameReceiver;
  return (
    <RenameField
      name={changed.alias}
      maxLength={aliasMaxLength}
      onRename={(alias, seen) => edit((mitasId) => rename(mitasId, { id: changed.id, alias: seen }, alias))}
      onClose={onClose}
    />
  );
}
