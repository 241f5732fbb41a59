import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { useState } from 'react';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import SnoozeForm, { beginSnooze } from './snooze-form.tsx';

/** The form over a page. */
export default function SnoozeDialog(props: { receivers: readonly NamedReceiver[]; onClose: () => void }) {
  const within = useSession();
  const times = useTimes();
  const [actor] = useState(() => beginSnooze(within, { ...props, times }));
  const [first] = props.receivers;
  const what = props.receivers.length === 1 ? (first?.alias ?? '') : `${props.receivers.length} receivers`;
  return (
    <DialogContainer onDismiss={props.onClose}>
      <DialogFrame title={`Snooze ${what}`}>
        <SnoozeForm actor={actor} receivers={props.receivers} />
      </DialogFrame>
    </DialogContainer>
  );
}
