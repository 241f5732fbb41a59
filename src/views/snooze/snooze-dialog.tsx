import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Heading } from '@adobe/react-spectrum/Heading';
import type { NamedReceiver } from '../../model/receivers/tasks.ts';
import { DialogContent } from '../controls/dialog-content.tsx';
import SnoozeForm from './snooze-form.tsx';

/** The form over a page. */
export default function SnoozeDialog(props: { receivers: readonly NamedReceiver[]; onClose: () => void }) {
  const [first] = props.receivers;
  const what = props.receivers.length === 1 ? (first?.alias ?? '') : `${props.receivers.length} receivers`;
  return (
    <DialogContainer onDismiss={props.onClose}>
      <Dialog size="S">
        <Heading>{`Snooze ${what}`}</Heading>
        <Divider />
        <DialogContent>
          <SnoozeForm {...props} />
        </DialogContent>
      </Dialog>
    </DialogContainer>
  );
}
