import { isLogout, type Place, systemAt } from '../../model/navigation/redirect.ts';
import { leaveWords } from '../../model/navigation/leave-words.ts';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { ConfirmDialog } from '../controls/form-dialog.tsx';

type Props = {
  /** How many unsaved changes would be lost; and below, how many downloads would end. */
  count: number;
  downloads: number;
  /** Where the person is going. */
  departure: Place;
  onLeave: () => void;
  onClose: () => void;
};

/** Asks before changes that the host has not answered are lost, or downloads end (CHG-20). */
export default function LeaveDialog(props: Props) {
  const { departure } = props;
  const action = isLogout(departure) ? 'Log out' : systemAt(departure) === null ? 'Leave' : 'Switch';
  const { title, confirm, sentences } = leaveWords(action, props);
  return (
    <DialogHolder onDismiss={props.onClose}>
      <ConfirmDialog title={title} cancel="Stay" confirm={confirm} onConfirm={props.onLeave} onClose={props.onClose}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </ConfirmDialog>
    </DialogHolder>
  );
}
