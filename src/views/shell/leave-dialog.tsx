import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { isLogout, type Place, systemAt } from '../../model/navigation/redirect.ts';
import { ConfirmDialog } from '../controls/form-dialog.tsx';

type Props = {
  /** How many changes would be lost. */
  count: number;
  /** Where the person is about to go. */
  departure: Place;
  onLeave: () => void;
  onClose: () => void;
};

/** Asks before changes are lost that the host has not answered (CHG-20: unsaved work asks). */
export default function LeaveDialog(props: Props) {
  const { count, departure } = props;
  const deed = isLogout(departure) ? 'Log out' : systemAt(departure) === null ? 'Leave' : 'Switch';
  return (
    <DialogContainer onDismiss={props.onClose}>
      <ConfirmDialog
        title={`${deed} with unsaved changes?`}
        cancel="Stay"
        confirm={`${deed} and lose ${count === 1 ? 'it' : 'them'}`}
        onConfirm={props.onLeave}
        onClose={props.onClose}
      >
        {count === 1 ? '1 change is not saved yet and may be lost.' : `${count} changes are not saved yet and may be lost.`}
      </ConfirmDialog>
    </DialogContainer>
  );
}
