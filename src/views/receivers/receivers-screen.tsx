import { createContext, useContext } from 'react';
import { useSelector } from '@xstate/react';
import type { CommandsRef } from '../../machines/commands/commands-machine.ts';
import type { ReceiversRef } from '../../machines/receivers/receivers-machine.ts';
import type { Edit } from '../../model/journal/edits.ts';
import type { AskedCommand } from '../../model/commands/command-reach.ts';
import type { Receiver, NamedReceiver } from '../../model/entities/receiver.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';

/** What is open beside a row: which controls, of what, and the element that they stand by. */
export type Beside = {
  kind:
    | 'menu'
    | 'command'
    | 'status'
    | 'hint'
    | 'name'
    | 'address'
    | 'colour'
    | 'move'
    | 'site'
    | 'siteName'
    | 'siteColour'
    | 'sitePoint';
  id: number;
  element: Element;
  /** What a hint says. */
  text?: string;
};

export type ReceiversScreen = {
  receivers: ReceiversRef;
  /** Those of the session; undefined where they broke. */
  commands: CommandsRef | undefined;
  /** Sends a command to these receivers, after a question where there is one to ask. */
  command: (asked: AskedCommand) => void;
  /** Asks how long these receivers are to be snoozed; null where the person's role may not (ALM-12). */
  snooze: ((receivers: readonly NamedReceiver[]) => void) | null;
  /** The person may change receivers here, which is so where nothing hinders it. */
  editable: boolean;
  /** Why they may neither change nor command any. */
  hindered: 'role' | 'expired' | null;
  times: TimeText;
  openBeside: (beside: Beside) => void;
  /** The address of a receiver's own page, and of nothing else. */
  pageOf: (rxId: number) => string;
  /** Opens it, with the rest of the address as it is. */
  openPage: (rxId: number) => void;
};

const Context = createContext<ReceiversScreen | null>(null);

/** What the rows of this screen need, the same object for as long as it is open. */
export const ReceiversScreenProvider = Context.Provider;

/** Throws outside of the screen: that is a defect of the page. */
export function useReceiversScreen(): ReceiversScreen {
  const screen = useContext(Context);
  if (screen === null) throw new Error('Part of the Receivers screen was rendered outside it');
  return screen;
}

/** What `select` takes of one receiver; undefined where it is gone. Drawn again only when that changes. */
export function useReceiver<Selected>(rxId: number, select: (rx: Receiver) => Selected): Selected | undefined {
  return useReadModel(({ fleet }) => {
    const rx = fleet.receivers[rxId];
    return rx === undefined ? undefined : select(rx);
  });
}

/** Makes an edit of what is known now, or several, by the session's operations. */
export function useEdit(): (make: (mitasId: string) => Edit | readonly Edit[]) => void {
  const { session, operations } = useSession();
  return (make) => {
    for (const edit of [make(session.getSnapshot().context.mitasId)].flat()) operations?.send({ type: 'operations.edit', edit });
  };
}

/** The time that relative times are counted from. */
export function useNow(): number {
  return useSelector(useReceiversScreen().receivers, (snapshot) => snapshot.context.now);
}

export function named({ id, alias, SiteId }: Receiver): NamedReceiver {
  return { rxId: id, alias, siteId: SiteId };
}
