import { Button } from '@adobe/react-spectrum/Button';
import { ButtonGroup } from '@adobe/react-spectrum/ButtonGroup';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Heading } from '@adobe/react-spectrum/Heading';
import { isLogout, type Place, systemAt } from '../../model/navigation/redirect.ts';
import { DialogContent } from '../controls/dialog-content.tsx';

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
      <Dialog size="S" role="alertdialog">
        <Heading>{`${deed} with unsaved changes?`}</Heading>
        <Divider />
        <DialogContent>
          {count === 1 ? '1 change is not saved yet and may be lost.' : `${count} changes are not saved yet and may be lost.`}
        </DialogContent>
        <ButtonGroup>
          <Button variant="secondary" autoFocus onPress={props.onClose}>
            Stay
          </Button>
          <Button variant="negative" onPress={props.onLeave}>
            {`${deed} and lose ${count === 1 ? 'it' : 'them'}`}
          </Button>
        </ButtonGroup>
      </Dialog>
    </DialogContainer>
  );
}
