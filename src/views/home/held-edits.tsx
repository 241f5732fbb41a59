import { shallowEqual, useSelector } from '@xstate/react';
import { selectHeld, selectPending } from '../../machines/operations/operations-selectors.ts';
import { isSystemEdit } from '../../model/journal/edits.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { useSession } from '../session/session-actors.tsx';
import styles from './receiver-list.module.css';

/**
 * Lists the changes that the system had not answered when it was restored from a backup. The person sends or
 * drops each, because only they know whether it is still wanted.
 */
export default function HeldEdits() {
  const { operations } = useSession();
  const held = useSelector(operations, (snapshot) => selectHeld(selectPending(snapshot)), shallowEqual);
  if (operations === undefined || held.length === 0) return null;
  return (
    <Card title="Not saved yet">
      <p className={styles.heldAbout}>
        The system was restored from a backup before it answered these changes. They are sent only when you choose to.
      </p>
      <ul>
        {held.map(({ opId, edit }) => (
          <li key={opId} className={styles.held}>
            <span>{edit !== null && isSystemEdit(edit) ? edit.doneText : 'A change'}</span>
            <Button onPress={() => operations.send({ type: 'operations.send', opId })}>Send</Button>
            <Button rank="destructive" onPress={() => operations.send({ type: 'operations.drop', opId })}>
              Drop
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
