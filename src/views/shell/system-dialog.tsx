import { Button } from '@adobe/react-spectrum/Button';
import { ButtonGroup } from '@adobe/react-spectrum/ButtonGroup';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Heading } from '@adobe/react-spectrum/Heading';
import type { System } from '../../model/entities/system.ts';
import { DialogContent } from '../controls/dialog-content.tsx';
import { SystemList } from './system-list.tsx';

type Props = {
  systems: readonly System[];
  current: string | null;
  onChoose: (mitasId: string) => void;
  onClose: () => void;
};

/** NAV-10: the 'Connect to:' dialog, the active system marked 'Currently connected'. */
export default function SystemDialog(props: Props) {
  return (
    <DialogContainer onDismiss={props.onClose}>
      <Dialog size="S">
        <Heading>Connect to:</Heading>
        <Divider />
        <DialogContent>
          <SystemList systems={props.systems} current={props.current} onChoose={props.onChoose} />
        </DialogContent>
        <ButtonGroup>
          <Button variant="secondary" onPress={props.onClose}>
            Cancel
          </Button>
        </ButtonGroup>
      </Dialog>
    </DialogContainer>
  );
}
