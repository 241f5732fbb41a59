import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Heading } from '@adobe/react-spectrum/Heading';
import { useState } from 'react';
import type { NamedReceiver } from '../../model/receivers/tasks.ts';
import { DialogContent } from '../controls/dialog-content.tsx';
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
      <Dialog size="S">
        <Heading>{`Snooze ${what}`}</Heading>
        <Divider />
        <DialogContent>
          <SnoozeForm actor={actor} receivers={props.receivers} />
        </DialogContent>
      </Dialog>
    </DialogContainer>
  );
}
