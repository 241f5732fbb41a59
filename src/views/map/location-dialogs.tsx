import { useSelector } from '@xstate/react';
import type { LocationEditRef } from '../../machines/map/location-edit-machine.ts';
import { LocationDialog } from '../receivers/location-dialog.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';

/** The dialog for editing a location, the same as in the list of receivers. */
export default function LocationDialogs({ edit, isOpen }: { edit: LocationEditRef; isOpen: boolean }) {
  const located = useSelector(edit, (snapshot) => snapshot.context.located);
  const busy = useSelector(edit, (snapshot) => snapshot.hasTag('busy'));
  const close = (): void => edit.send({ type: 'location.cancel' });
  return (
    <DialogHolder isHeld={busy} onDismiss={close}>
      {isOpen ? (
        <LocationDialog located={located} busy={busy} onPlace={(change) => edit.send({ type: 'receiver.place', ...change })} />
      ) : null}
    </DialogHolder>
  );
}
