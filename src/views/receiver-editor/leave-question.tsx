import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { ConfirmDialog } from '../controls/form-dialog.tsx';

type Props = { onStay: () => void; onDiscard: () => void; title?: string; children?: string };

/** Asks before unsaved changes are lost. */
export function LeaveQuestion({ onStay, onDiscard, title = 'Leave with unsaved changes?', children }: Props) {
  return (
    <DialogContainer onDismiss={onStay}>
      <ConfirmDialog title={title} cancel="Stay" confirm="Discard changes" onConfirm={onDiscard} onClose={onStay}>
        {children ?? 'Your changes are not saved and would be lost.'}
      </ConfirmDialog>
    </DialogContainer>
  );
}
