import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { ContactWindowRef } from '../../machines/contact-window/contact-window-machine.ts';
import type { FileExportRef } from '../../machines/file-export/file-export-machine.ts';
import type { HostSessionRef } from '../../machines/host-session/host-session-machine.ts';
import { selectContactWindow, selectFileExport, selectOperations } from '../../machines/host-session/host-session-selectors.ts';
import type { JournalRef } from '../../machines/journal/journal-actor.ts';
import { selectModel, shown } from '../../machines/journal/journal-selectors.ts';
import type { OperationsRef } from '../../machines/operations/operations-machine.ts';
import type { ScreenModel } from '../../model/journal/screen-models/screen-model.ts';
import type { ReadModels } from '../../model/journal/read-models/read-models.ts';

/**
 * The actors of the host session that a screen belongs to. Those of the live line exist once the session is
 * ready.
 */
export type SessionActors = {
  session: HostSessionRef;
  journal: JournalRef;
  operations: OperationsRef | undefined;
  contactWindow: ContactWindowRef | undefined;
  fileExport: FileExportRef | undefined;
};

const SessionContext = createContext<SessionActors | null>(null);

/**
 * Provides the session's actors to the screens within it. The value stays the same until an actor is
 * replaced.
 */
export function SessionProvider(props: { session: HostSessionRef; journal: JournalRef; children: ReactNode }) {
  const { session, journal } = props;
  const operations = useSelector(session, selectOperations);
  const contactWindow = useSelector(session, selectContactWindow);
  const fileExport = useSelector(session, selectFileExport);
  const actors = useMemo(
    () => ({ session, journal, operations, contactWindow, fileExport }),
    [session, journal, operations, contactWindow, fileExport],
  );
  return <SessionContext value={actors}>{props.children}</SessionContext>;
}

/** Returns the session's actors. @throws Error outside a session, which is a bug of the page. */
export function useSession(): SessionActors {
  const actors = useContext(SessionContext);
  if (actors === null) throw new Error('A screen of a system was rendered outside of its session');
  return actors;
}

/**
 * Returns what `select` takes from a screen's read model, or from the model's initial state until the model
 * has joined the journal. Otherwise like `useReadModel`.
 */
export function useScreenModel<State, Selected>(
  model: ScreenModel<State>,
  select: (state: State) => Selected,
  isSame?: (one: Selected, other: Selected) => boolean,
): Selected {
  return useSelector(useSession().journal, (snapshot) => select(selectModel(snapshot, model) ?? model.initial), isSame);
}

/**
 * Returns what `select` takes from the session's read models. Redraws only when that result changes: if
 * `select` makes a new object each time, pass `isSame` to compare two of them.
 */
export function useReadModel<Selected>(
  select: (models: ReadModels) => Selected,
  isSame?: (one: Selected, other: Selected) => boolean,
): Selected {
  return useSelector(useSession().journal, (snapshot) => select(shown(snapshot)), isSame);
}
