import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SnoozeRef } from '../../machines/snooze/snooze-machine.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import { useDialogClose, useTyped } from '../controls/dialog-closing.ts';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import SnoozeForm, { beginSnooze } from './snooze-form.tsx';

/** The snooze form in a dialog over a page. */
export default function SnoozeDialog(props: { receivers: readonly NamedReceiver[]; onClose: () => void }) {
  const within = useSession();
  const times = useTimes();
  const [actor] = useState(() => beginSnooze(within, { ...props, times }));
  const [first] = props.receivers;
  const what = props.receivers.length === 1 ? (first?.alias ?? '') : `${props.receivers.length} receivers`;
  return (
    <DialogHolder onDismiss={props.onClose}>
      <DialogFrame title={`Snooze ${what}`}>
        <Form actor={actor} receivers={props.receivers} />
      </DialogFrame>
    </DialogHolder>
  );
}

/**
 * The form in the dialog. Closing asks only if a date was chosen: any other choice takes one press to repeat.
 */
function Form(props: { actor: SnoozeRef; receivers: readonly NamedReceiver[] }) {
  useTyped(useSelector(props.actor, (snapshot) => snapshot.hasTag('dated') && snapshot.context.date !== null));
  return <SnoozeForm {...props} onCancel={useDialogClose()} />;
}
