import { shallowEqual, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ReceiversRef } from '../../machines/receivers/receivers-machine.ts';
import { selectIsBeingLeft } from '../../machines/receivers/receivers-selectors.ts';
import { deleteSite } from '../../model/journal/fleet-edits.ts';
import { receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { ConfirmDialog } from '../controls/form-dialog.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { named, useEdit } from './receivers-screen.tsx';
import styles from './dialogs.module.css';

/** Deletes an empty site. If the site still has receivers, lists them and offers to move them (FLEET-7). */
export function DeleteSiteDialog({ receivers }: { receivers: ReceiversRef }) {
  const siteId = useSelector(receivers, (snapshot) => snapshot.context.removedSite);
  const edit = useEdit();
  const { operations } = useSession();
  const site = useReadModel(({ fleet }) => (siteId === null ? undefined : fleet.sites[siteId]));
  const standing = useReadModel(
    ({ fleet }) => Object.values(fleet.receivers).filter(({ SiteId }) => siteId !== null && SiteId === siteId),
    shallowEqual,
  );
  const others = useReadModel(({ fleet }) => receiversBySite(fleet)).flatMap((group) =>
    group.site === null || group.site.id === siteId ? [] : [group.site],
  );
  const [target, setTarget] = useState<string | null>(null);
  const to = others.find(({ id }) => String(id) === target);
  const close = () => receivers.send({ type: 'dialog.close' });
  // The host refuses to delete the site until it has moved the receivers.
  const isBeingLeft = useSelector(operations, (snapshot) => siteId !== null && selectIsBeingLeft(snapshot, siteId));
  const name = site?.alias ?? 'the site';
  const isEmpty = standing.length === 0;
  const whyNotDeleted = isBeingLeft ? 'Its receivers are being moved' : site === undefined ? 'Already deleted' : null;
  const whyNotMoved = to !== undefined ? null : others.length === 0 ? 'There is no other site' : 'Choose a site first';
  const remove = (): void => {
    if (site !== undefined) edit((mitasId) => deleteSite(mitasId, site));
    close();
  };
  const move = (): void => {
    if (to === undefined) return;
    receivers.send({
      type: 'task.begin',
      action: 'move',
      receivers: standing.map(named),
      siteId: to.id,
      siteName: to.alias,
    });
  };
  return (
    <ConfirmDialog
      role="alertdialog"
      title={`Delete ${name}?`}
      {...(isEmpty
        ? { confirm: 'Delete', why: whyNotDeleted, onConfirm: remove }
        : { confirm: standing.length === 1 ? 'Move it' : 'Move them', rank: 'primary', why: whyNotMoved, onConfirm: move })}
      onClose={close}
    >
      {isEmpty ? (
        <p className={styles.quiet} role="status">
          {isBeingLeft
            ? 'Its receivers are being moved. You can delete the site once they have moved.'
            : 'No receivers are at this site.'}
        </p>
      ) : (
        <>
          <p className={styles.quiet}>
            {standing.length === 1
              ? '1 receiver is at this site. Move it to another site first.'
              : `${standing.length} receivers are at this site. Move them to another site first.`}
          </p>
          <ul className={styles.names} aria-label={`Receivers at ${name}`}>
            {standing.map(({ id, alias }) => (
              <li key={id}>{alias}</li>
            ))}
          </ul>
          <ChoicePicker
            label="Move to"
            items={others.map(({ id, alias }) => ({ id: String(id), name: alias }))}
            value={target}
            onChoose={setTarget}
            isDisabled={others.length === 0}
            width="100%"
          />
        </>
      )}
    </ConfirmDialog>
  );
}
