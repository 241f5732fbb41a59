import { useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import type { ContactWindowRef } from '../../machines/contact-window/contact-window-machine.ts';
import type { FileExportRef } from '../../machines/file-export/file-export-machine.ts';
import type { HostSessionRef } from '../../machines/host-session/host-session-machine.ts';
import type { JournalRef } from '../../machines/journal/journal-actor.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import type { ReadModels } from '../../model/journal/read-models/read-models.ts';

/** The actors of the host session a screen belongs to. Those of the live line are there once the session is ready. */
export type SessionActors = {
  session: HostSessionRef;
  journal: JournalRef;
  contactWindow: ContactWindowRef | undefined;
  fileExport: FileExportRef | undefined;
};

const SessionContext = createContext<SessionActors | null>(null);

/** Gives the screens below the actors of their session. */
export const SessionProvider = SessionContext.Provider;

/** The actors of this session. Throws outside of one: that is a defect of the page. */
export function useSession(): SessionActors {
  const actors = useContext(SessionContext);
  if (actors === null) throw new Error('A screen of a system was rendered outside of its session');
  return actors;
}

/** What `select` takes from the read models of this session; drawn again only when that changes. */
export function useReadModel<Selected>(select: (models: ReadModels) => Selected): Selected {
  return useSelector(useSession().journal, (snapshot) => select(shown(snapshot)));
}
