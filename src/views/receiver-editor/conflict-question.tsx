import { Button } from '@adobe/react-spectrum/Button';
import { ButtonGroup } from '@adobe/react-spectrum/ButtonGroup';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { Divider } from '@adobe/react-spectrum/Divider';
import { Heading } from '@adobe/react-spectrum/Heading';
import type { ConflictQuestion as Question } from '../../machines/receiver-editor/receiver-editor-rules.ts';
import { Compared } from './compared.tsx';
import styles from './receiver-editor.module.css';
import { useTimes } from '../session/use-host-clock.ts';
import { dayText } from '../../model/time/day-text.ts';
import { DialogContent } from '../controls/dialog-content.tsx';

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
    <DialogContainer onDismiss={props.onStay}>
      <Dialog size="M" role="alertdialog">
        <Heading>Changed meanwhile</Heading>
        <Divider />
        <DialogContent>
          <p className={styles.who}>
            {last === null
              ? `${who} changed this too.`
              : `${who} changed this too: ${dayText(last.at, times)}, ${times.clock(last.at)} ${times.zone(last.at)}.`}
          </p>
          <Compared differences={conflicts} before="Present value" after="Yours" />
          <p className={styles.who}>Reload takes the present values; what else you changed stays in the editor.</p>
        </DialogContent>
        <ButtonGroup>
          <Button variant="secondary" autoFocus onPress={props.onStay}>
            Go on editing
          </Button>
          <Button variant="secondary" onPress={props.onReload}>
            Reload
          </Button>
          <Button variant="negative" onPress={props.onOverwrite}>
            Overwrite
          </Button>
        </ButtonGroup>
      </Dialog>
    </DialogContainer>
  );
}
