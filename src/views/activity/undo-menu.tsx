import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { Item, Menu, Section } from '@adobe/react-spectrum/Menu';
import { MenuTrigger } from '@adobe/react-spectrum/MenuTrigger';
import { shallowEqual, useSelector } from '@xstate/react';
import type { JournalSnapshot } from '../../machines/journal/journal-actor.ts';
import { selectPending } from '../../machines/operations/operations-selectors.ts';
import { deedText } from '../../model/changes/change-words.ts';
import type { Step } from '../../model/journal/undo.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';

/** CHG-29: what this page can take back, and what it can do again, the newest first; each by itself. */
export function UndoMenu() {
  const { journal, operations } = useSession();
  const past = useSelector(journal, selectPast);
  const future = useSelector(journal, selectFuture);
  const sites = useReadModel((models) => models.fleet.sites);
  const busy = useSelector(
    operations,
    (snapshot) => selectPending(snapshot).flatMap(({ compensation }) => compensation?.revision ?? []),
    shallowEqual,
  );
  if (past.length + future.length === 0) return null;
  const words = ({ items }: Step): string => deedText({ undoes: null, items: [...items] }, (id) => sites[id]?.alias);
  const lines = (steps: readonly Step[], did: string) =>
    steps.toReversed().map((step) => {
      const text = `${did}${words(step)}`;
      return (
        <Item key={`${step.epoch} ${step.revision}`} textValue={text}>
          {text}
        </Item>
      );
    });
  const take = (key: string): void => {
    const step = [...past, ...future].find(({ epoch, revision }) => `${epoch} ${revision}` === key);
    if (step !== undefined) operations?.send({ type: 'operations.undo', epoch: step.epoch, revision: step.revision });
  };
  return (
    <MenuTrigger>
      <ActionButton>Undo and redo</ActionButton>
      <Menu
        aria-label="Undo and redo"
        disabledKeys={[...past, ...future]
          .filter(({ revision }) => busy.includes(revision))
          .map(({ epoch, revision }) => `${epoch} ${revision}`)}
        onAction={(key) => take(String(key))}
      >
        {past.length === 0 ? null : <Section title="Undo (Ctrl+Z takes the first)">{lines(past, '')}</Section>}
        {future.length === 0 ? null : <Section title="Redo (Ctrl+Shift+Z takes the first)">{lines(future, 'undid: ')}</Section>}
      </Menu>
    </MenuTrigger>
  );
}

const selectPast = ({ context }: JournalSnapshot): readonly Step[] => context.history.past;
const selectFuture = ({ context }: JournalSnapshot): readonly Step[] => context.history.future;
