import type { System } from '../../model/entities/system.ts';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
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
    <DialogHolder onDismiss={props.onClose}>
      <DialogFrame
        size="S"
        title="Connect to:"
        buttons={
          <>
            <Button onPress={props.onClose}>Cancel</Button>
          </>
        }
      >
        <SystemList systems={props.systems} current={props.current} onChoose={props.onChoose} />
      </DialogFrame>
    </DialogHolder>
  );
}
