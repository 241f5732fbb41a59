import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { Item, Menu, Section } from '@adobe/react-spectrum/Menu';
import { MenuTrigger } from '@adobe/react-spectrum/MenuTrigger';
import { shallowEqual, useSelector } from '@xstate/react';
import type { JournalSnapshot } from '../../machines/journal/journal-actor.ts';
import { selectSeenToRedo, selectSeenToUndo } from '../../machines/journal/journal-selectors.ts';
import { isMarking, selectPending } from '../../machines/operations/operations-selectors.ts';
import { deedText } from '../../model/changes/change-words.ts';
import { markSeen, markUnseen } from '../../model/changes/edits.ts';
import type { SeenStep, Step } from '../../model/journal/undo.ts';
import { seenDeedText } from '../../model/alarms/seen-text.ts';
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
  const mitasId = useReadModel(({ account }) => account.selected ?? '');
  const unsee = useSelector(journal, selectSeenToUndo);
  const see = useSelector(journal, selectSeenToRedo);
  const isAsked = useSelector(operations, isMarking);
  if (past.length + future.length === 0 && unsee === undefined && see === undefined) return null;
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
    if (key === 'unsee' && unsee !== undefined) operations?.send({ type: 'operations.edit', edit: markUnseen(mitasId, unsee) });
    if (key === 'see' && see !== undefined) operations?.send({ type: 'operations.edit', edit: markSeen(mitasId, see) });
    if (step !== undefined) operations?.send({ type: 'operations.undo', epoch: step.epoch, revision: step.revision });
  };
  return (
    <MenuTrigger>
      <ActionButton>Undo and redo</ActionButton>
      <Menu
        aria-label="Undo and redo"
        disabledKeys={[
          ...[...past, ...future]
            .filter(({ revision }) => busy.includes(revision))
            .map(({ epoch, revision }) => `${epoch} ${revision}`),
          ...(isAsked ? ['see', 'unsee'] : []),
        ]}
        onAction={(key) => take(String(key))}
      >
        {past.length === 0 ? null : <Section title="Undo (Ctrl+Z takes the first)">{lines(past, '')}</Section>}
        {future.length === 0 ? null : <Section title="Redo (Ctrl+Shift+Z takes the first)">{lines(future, 'undid: ')}</Section>}
        {unsee === undefined && see === undefined ? null : (
          <Section title="Notifications, for you alone">
            {unsee === undefined ? null : seenItem('unsee', unsee, 'Undo: ')}
            {see === undefined ? null : seenItem('see', see, 'Redo: ')}
          </Section>
        )}
      </Menu>
    </MenuTrigger>
  );
}

/** One line of alarms that were seen. */
function seenItem(key: string, step: SeenStep, deed: string) {
  const text = `${deed}${seenDeedText(step)}`;
  return (
    <Item key={key} textValue={text}>
      {text}
    </Item>
  );
}

const selectPast = ({ context }: JournalSnapshot): readonly Step[] => context.history.past;
const selectFuture = ({ context }: JournalSnapshot): readonly Step[] => context.history.future;
