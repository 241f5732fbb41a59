import { shallowEqual, useSelector } from '@xstate/react';
import type { HostSessionRef } from '../../machines/host-session/host-session-machine.ts';
import { selectOperations } from '../../machines/host-session/host-session-selectors.ts';
import type { JournalRef } from '../../machines/journal/journal-actor.ts';
import { selectUnderWay } from '../../machines/operations/operations-selectors.ts';
import { namedStep } from '../../model/changes/step-name.ts';
import { nextStep } from '../../model/journal/undo.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { RedoIcon, UndoIcon } from './shell-icons.tsx';
import styles from './sidebar.module.css';

type Props = {
  session: HostSessionRef;
  journal: JournalRef;
  /** True in a phone's drawer, where undo and redo are items of its list. */
  inMenu: boolean;
  /** Called when undo or redo is pressed. */
  onPress: () => void;
};

const tools = {
  undo: { word: 'Undo', keys: 'Ctrl+Z', Icon: UndoIcon },
  redo: { word: 'Redo', keys: 'Ctrl+Y', Icon: RedoIcon },
} as const;

/**
 * CHG-31: two buttons that undo the person's last change and redo the last undo, and name it; each is greyed
 * if there is nothing to undo or redo.
 */
export default function UndoTools(props: Props) {
  return (
    <>
      <Tool {...props} direction="undo" />
      <Tool {...props} direction="redo" />
    </>
  );
}

function Tool({ session, journal, inMenu, onPress, direction }: Props & { direction: keyof typeof tools }) {
  const { word, keys, Icon } = tools[direction];
  const operations = useSelector(session, selectOperations);
  const underWay = useSelector(operations, selectUnderWay, shallowEqual);
  const step = useSelector(journal, ({ context }) => nextStep(context.history, direction, underWay));
  const name = namedStep(word, step?.items ?? [], direction);
  const why = step === undefined ? `Nothing to ${direction}` : null;
  const press = (): void => {
    // Undo exactly the change that the button names, even if a newer one is about to arrive.
    operations?.send(
      direction === 'redo'
        ? { type: 'operations.redo' }
        : { type: 'operations.undo', epoch: step?.epoch, revision: step?.revision },
    );
    onPress();
  };
  return inMenu ? (
    <li>
      <Greyed why={why} hasOwnLook>
        <button type="button" className={styles.item} onClick={press}>
          <Icon />
          <span className={`ellipsis grows ${styles.label}`}>{name}</span>
        </button>
      </Greyed>
    </li>
  ) : (
    <span title={why === null ? `${name} (${keys})` : undefined}>
      <Greyed why={why}>
        <Button rank="quiet" aria-label={name} onPress={press}>
          <Icon />
        </Button>
      </Greyed>
    </span>
  );
}
