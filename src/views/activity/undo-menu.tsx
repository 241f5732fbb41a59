import { Item, Menu, Section } from '@adobe/react-spectrum/Menu';
import { MenuTrigger } from '@adobe/react-spectrum/MenuTrigger';
import { shallowEqual, useSelector } from '@xstate/react';
import type { JournalSnapshot } from '../../machines/journal/journal-actor.ts';
import { selectSeenToRedo, selectSeenToUndo } from '../../machines/journal/journal-selectors.ts';
import type { OperationsEvent } from '../../machines/operations/operations-events.ts';
import { isMarking, selectPending } from '../../machines/operations/operations-selectors.ts';
import { actionText } from '../../model/activity/change-words.ts';
import { type PersonalEdit, markSeen, markUnseen } from '../../model/journal/edits.ts';
import type { SeenStep, Step } from '../../model/journal/undo.ts';
import { seenActionText } from '../../model/alarms/seen-text.ts';
import { Button } from '../controls/button.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';

/**
 * An undo or redo in the menu: its text, and the event that performs it. It is busy while the host answers.
 */
type Line = { key: string; text: string; isBusy: boolean; event: OperationsEvent };

/** Lists the changes that this page can undo and redo, newest first, each separately (CHG-29). */
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
  const words = ({ items }: Step): string => actionText({ undoes: null, items: [...items] }, (id) => sites[id]?.alias);
  const stepLines = (steps: readonly Step[], did: string): Line[] =>
    steps.toReversed().map((step) => ({
      key: `${step.epoch} ${step.revision}`,
      text: `${did}${words(step)}`,
      isBusy: busy.includes(step.revision),
      event: { type: 'operations.undo', epoch: step.epoch, revision: step.revision },
    }));
  const seenLine = (
    step: SeenStep | undefined,
    action: string,
    mark: (mitasId: string, step: SeenStep) => PersonalEdit,
  ): Line[] =>
    step === undefined
      ? []
      : [
          {
            key: `${action}${step.from} ${step.to}`,
            text: `${action}${seenActionText(step)}`,
            isBusy: isAsked,
            event: { type: 'operations.edit', edit: mark(mitasId, step) },
          },
        ];
  const parts = [
    { title: 'Undo (Ctrl+Z takes the first)', lines: stepLines(past, '') },
    { title: 'Redo (Ctrl+Y takes the first)', lines: stepLines(future, 'undid: ') },
    {
      title: 'Notifications, for you alone',
      lines: [...seenLine(unsee, 'Undo: ', markUnseen), ...seenLine(see, 'Redo: ', markSeen)],
    },
  ].filter(({ lines }) => lines.length > 0);
  const all = parts.flatMap(({ lines }) => lines);
  if (all.length === 0) return null;
  const take = (chosen: string): void => {
    const line = all.find(({ key }) => key === chosen);
    if (line !== undefined) operations?.send(line.event);
  };
  return (
    <MenuTrigger>
      <Button>Undo and redo</Button>
      <Menu
        aria-label="Undo and redo"
        items={parts}
        disabledKeys={all.filter(({ isBusy }) => isBusy).map(({ key }) => key)}
        onAction={(key) => take(String(key))}
      >
        {({ title, lines }) => (
          <Section key={title} title={title} items={lines}>
            {({ key, text }) => (
              <Item key={key} textValue={text}>
                {text}
              </Item>
            )}
          </Section>
        )}
      </Menu>
    </MenuTrigger>
  );
}

const selectPast = ({ context }: JournalSnapshot): readonly Step[] => context.history.past;
const selectFuture = ({ context }: JournalSnapshot): readonly Step[] => context.history.future;
