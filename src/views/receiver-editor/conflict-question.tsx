import type { ConflictQuestion as Question } from '../../machines/receiver-editor/receiver-editor-rules.ts';
import { Compared } from './compared.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { dayText } from '../../model/time/day-text.ts';
import { Button } from '../controls/button.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { ConfirmDialog } from '../controls/form-dialog.tsx';

/** Shows fields that someone else changed since this form opened, and asks which values to keep (CFG-8). */
export function ConflictQuestion(props: {
  question: Question;
  onStay: () => void;
  onReload: () => void;
  onOverwrite: () => void;
}) {
  const { last, conflicts } = props.question;
  const times = useTimes();
  const who = last === null ? 'Somebody' : (last.by?.name ?? 'The host');
  return (
    <DialogHolder onDismiss={props.onStay}>
      <ConfirmDialog
        size="M"
        title="Changed since you opened it"
        cancel="Keep editing"
        extra={<Button onPress={props.onReload}>Reload</Button>}
        confirm="Overwrite"
        onConfirm={props.onOverwrite}
        onClose={props.onStay}
      >
        <p>
          {last === null
            ? `${who} changed this too.`
            : `${who} changed this too: ${dayText(last.at, times)}, ${times.clock(last.at)} ${times.zone(last.at)}.`}
        </p>
        <Compared differences={conflicts} before="Current value" after="Yours" />
        <p>Reload shows the current values and keeps your other changes.</p>
      </ConfirmDialog>
    </DialogHolder>
  );
}
