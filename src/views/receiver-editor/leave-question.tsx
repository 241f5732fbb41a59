import { Button } from '@adobe/react-spectrum/Button';
import { ButtonGroup } from '@adobe/react-spectrum/ButtonGroup';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Heading } from '@adobe/react-spectrum/Heading';
import { DialogContent } from '../controls/dialog-content.tsx';

type Props = { onStay: () => void; onDiscard: () => void; title?: string; children?: string };

/** Asks before unsaved changes are lost. */
export function LeaveQuestion(props: Props) {
  return (
    <DialogContainer onDismiss={props.onStay}>
      <Dialog size="S" role="alertdialog">
        <Heading>{props.title ?? 'Leave with unsaved changes?'}</Heading>
        <Divider />
        <DialogContent>{props.children ?? 'What you changed here is not saved yet and would be lost.'}</DialogContent>
        <ButtonGroup>
          <Button variant="secondary" autoFocus onPress={props.onStay}>
            Stay
          </Button>
          <Button variant="negative" onPress={props.onDiscard}>
            Discard changes
          </Button>
        </ButtonGroup>
      </Dialog>
    </DialogContainer>
  );
}
