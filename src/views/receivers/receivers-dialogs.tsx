import { useSelector } from '@xstate/react';
import type { ReceiversRef } from '../../machines/receivers/receivers-machine.ts';
import { DeleteSiteDialog } from './delete-site-dialog.tsx';
import { LocationDialog } from './location-dialog.tsx';
import { NewReceiverDialog } from './new-receiver-dialog.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';

/**
 * Shows the dialog that the screen's machine has open. The dialog cannot be dismissed while the host answers.
 */
export default function ReceiversDialogs({ receivers }: { receivers: ReceiversRef }) {
  const open = useSelector(receivers, (snapshot) => {
    if (snapshot.matches({ dialog: 'describing' }) || snapshot.matches({ dialog: 'creating' })) return 'new';
    if (snapshot.matches({ dialog: 'locating' }) || snapshot.matches({ dialog: 'placing' })) return 'location';
    if (snapshot.matches({ dialog: 'removingSite' })) return 'site';
    return snapshot.matches({ dialog: 'closed' }) ? null : 'task';
  });
  const busy = useSelector(receivers, (snapshot) => snapshot.hasTag('busy'));
  return (
    <DialogHolder isHeld={busy} onDismiss={() => receivers.send({ type: 'dialog.close' })}>
      {open === null ? null : dialogs[open](receivers)}
    </DialogHolder>
  );
}

/**
 * The dialog for each of the machine's dialog states. The container shows one, and keeps it while it fades
 * out.
 */
const dialogs = {
  new: (receivers: ReceiversRef) => <NewReceiverDialog receivers={receivers} />,
  location: (receivers: ReceiversRef) => <Location receivers={receivers} />,
  site: (receivers: ReceiversRef) => <DeleteSiteDialog receivers={receivers} />,
  task: (receivers: ReceiversRef) => <TaskDialog receivers={receivers} />,
} as const;

function Location({ receivers }: { receivers: ReceiversRef }) {
  const located = useSelector(receivers, (snapshot) => snapshot.context.located);
  const busy = useSelector(receivers, (snapshot) => snapshot.hasTag('busy'));
  return (
    <LocationDialog located={located} busy={busy} onPlace={(change) => receivers.send({ type: 'receiver.place', ...change })} />
  );
}
