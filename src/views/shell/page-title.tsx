import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AppRef } from '../../machines/app/app-machine.ts';
import { selectSession } from '../../machines/app/app-selectors.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { pageTitle } from '../../model/navigation/page-title.ts';
import { noSidebarConfig } from '../../model/navigation/routes.ts';

/** Sets the document's title: the screen at the address, and the open system. */
export default function PageTitle(props: { app: AppRef }): ReactNode {
  const pathname = useSelector(props.app, (snapshot) => snapshot.context.place.pathname);
  const session = useSelector(props.app, selectSession) ?? undefined;
  const journal = useSelector(session, (snapshot) => snapshot?.children.journal);
  const title = useSelector(journal, (snapshot) => {
    const models = snapshot && shown(snapshot);
    const known = models && { system: selectedSystem(models.account), sidebar: models.host.config?.sidebar ?? noSidebarConfig };
    return pageTitle(pathname, known);
  });
  return <title>{title}</title>;
}
