import { createContext, useContext } from 'react';
import { useSelector } from '@xstate/react';
import type { CommandsRef } from '../../machines/commands/commands-machine.ts';
import type { ReceiversRef } from '../../machines/receivers/receivers-machine.ts';
import type { Edit } from '../../model/journal/edits.ts';
import type { AskedCommand } from '../../model/commands/command-reach.ts';
import type { Receiver, NamedReceiver } from '../../model/entities/receiver.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';

/** The popover that is open beside a row: its kind, its receiver or site, and its anchor element. */
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
  /** The text of a hint. */
  text?: string;
};

export type ReceiversScreen = {
  receivers: ReceiversRef;
  /** The session's commands; undefined after a defect stopped them. */
  commands: CommandsRef | undefined;
  /** Sends a command to these receivers, or asks the person first if the command needs that. */
  command: (asked: AskedCommand) => void;
  /** Asks how long to snooze these receivers; null if the person's role may not (ALM-12). */
  snooze: ((receivers: readonly NamedReceiver[]) => void) | null;
  /** True if the person can change receivers on this screen. */
  editable: boolean;
  /** Why the person can neither change nor command receivers; null if they can. */
  hindered: 'role' | 'expired' | null;
  times: TimeText;
  openBeside: (beside: Beside) => void;
  /** Returns the address of a receiver's own page, without any filters. */
  pageOf: (rxId: number) => string;
  /** Opens a receiver's page and keeps the rest of the address. */
  openPage: (rxId: number) => void;
};

const Context = createContext<ReceiversScreen | null>(null);

/** Provides what the rows need. Its value stays the same object while the screen is open. */
export const ReceiversScreenProvider = Context.Provider;

/**
 * Returns the screen that the component is in. @throws Error outside the screen, which is a bug of the page.
 */
export function useReceiversScreen(): ReceiversScreen {
  const screen = useContext(Context);
  if (screen === null) throw new Error('Part of the Receivers screen was rendered outside it');
  return screen;
}

/**
 * Returns what `select` reads from one receiver; undefined if the receiver is gone. Redraws only when that
 * result changes.
 */
export function useReceiver<Selected>(rxId: number, select: (rx: Receiver) => Selected): Selected | undefined {
  return useReadModel(({ fleet }) => {
    const rx = fleet.receivers[rxId];
    return rx === undefined ? undefined : select(rx);
  });
}

/** Returns a function that makes one or several edits and hands them to the session's operations. */
export function useEdit(): (make: (mitasId: string) => Edit | readonly Edit[]) => void {
  const { session, operations } = useSession();
  return (make) => {
    for (const edit of [make(session.getSnapshot().context.mitasId)].flat()) operations?.send({ type: 'operations.edit', edit });
  };
}

/** Returns the time that relative times count from. */
export function useNow(): number {
  return useSelector(useReceiversScreen().receivers, (snapshot) => snapshot.context.now);
}

export function named({ id, alias, SiteId }: Receiver): NamedReceiver {
  return { rxId: id, alias, siteId: SiteId };
}
