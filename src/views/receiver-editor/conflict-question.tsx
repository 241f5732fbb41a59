import type { ConflictQuestion as Question } from '../../machines/receiver-editor/receiver-editor-rules.ts';
import { Compared } from './compared.tsx';
import styles from './receiver-editor.module.css';
import { useTimes } from '../session/use-host-clock.ts';
import { dayText } from '../../model/time/day-text.ts';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';

/** What somebody else changed meanwhile of the same fields: which values shall stand (CFG-8). */
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
      <DialogFrame
        size="M"
        role="alertdialog"
        title="Changed since you opened it"
        buttons={
          <>
            <Button autoFocus onPress={props.onStay}>
              Keep editing
            </Button>
            <Button onPress={props.onReload}>Reload</Button>
            <Button rank="destructive" onPress={props.onOverwrite}>
              Overwrite
            </Button>
          </>
        }
      >
        <p className={styles.who}>
          {last === null
            ? `${who} changed this too.`
            : `${who} changed this too: ${dayText(last.at, times)}, ${times.clock(last.at)} ${times.zone(last.at)}.`}
        </p>
        <Compared differences={conflicts} before="Current value" after="Yours" />
        <p className={styles.who}>Reload shows the current values and keeps your other changes.</p>
      </DialogFrame>
    </DialogHolder>
  );
}
