import { shallowEqual, useSelector } from '@xstate/react';
import { type ComponentType, useCallback, useState } from 'react';
import type { AnyActorRef } from 'xstate';
import type { AppRef } from '../../machines/app/app-machine.ts';
import type { HostSessionRef } from '../../machines/host-session/host-session-machine.ts';
import { selectOperations, selectScreenSlot, selectSocket } from '../../machines/host-session/host-session-selectors.ts';
import type { JournalRef, JournalSnapshot } from '../../machines/journal/journal-actor.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { unitOf } from '../../machines/screen/screen-selectors.ts';
import { selectIsAway } from '../../machines/socket/socket-selectors.ts';
import { selectDarkMode } from '../../machines/theme/theme-selectors.ts';
import { accountName } from '../../model/entities/account.ts';
import type { System } from '../../model/entities/system.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { parseDashboardUrl } from '../../model/navigation/addresses.ts';
import { awayText } from '../../model/live/line-text.ts';
import { listOf, noSidebarConfig, screenAt, screenOf } from '../../model/navigation/routes.ts';
import { DialogBoundary } from '../controls/dialog-boundary.tsx';
import { FailedNotice, Returns, Why } from '../controls/failed-notice.tsx';
import { LoadBoundary } from '../controls/load-boundary.tsx';
import { PageBoundary, PageError } from '../controls/parts.tsx';
import { RefusedAddress } from '../session/refused-address.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { SessionProvider } from '../session/session-actors.tsx';
import { NotificationsMenu } from './notifications-menu.tsx';
import { ScreenLoading } from './screen-loading.tsx';
import { ConnectingScreen } from './screen.tsx';
import { AccessDeniedScreen, NotFoundScreen } from './screens.tsx';
import { SessionScreen } from './session-screen.tsx';
import { Shell } from './shell.tsx';
import { useReturns } from './use-returns.ts';
import { useUndoKeys } from './use-undo-keys.ts';
import { later } from '../controls/later.tsx';

const SystemDialog = later(() => import('./system-dialog.tsx'));
const Banners = later(() => import('./banners.tsx'));
const Opener = later(() => import('./opener.ts'));
const UndoTools = later(() => import('./undo-tools.tsx'));
const LeaveDialog = later(() => import('./leave-dialog.tsx'));

type FrameSystem = Pick<System, 'id' | 'mitasId' | 'commonName' | 'demo' | 'RoleId'>;

type Props = { app: AppRef; session: HostSessionRef; onReload: () => void };

/** The frame and the screen of one system, shown as soon as the session has its journal. */
export default function DashboardView(props: Props) {
  const journal = useSelector(props.session, (snapshot) => snapshot.children.journal as JournalRef | undefined);
  return journal === undefined ? <ConnectingScreen /> : <Dashboard {...props} journal={journal} />;
}

function Dashboard(props: Props & { journal: JournalRef }) {
  const { app, session, journal } = props;
  const [choosing, setChoosing] = useState(false);
  useUndoKeys(useSelector(session, selectOperations));
  const pathname = useSelector(app, (snapshot) => snapshot.context.place.pathname);
  const theme = useSelector(app, (snapshot) => snapshot.children.theme);
  const darkMode = useSelector(theme, selectDarkMode);
  const system = useSelector(journal, selectFrameSystem, shallowEqual);
  const sidebar = useSelector(journal, (snapshot) => shown(snapshot).host.config?.sidebar ?? noSidebarConfig);
  const personName = useSelector(journal, selectPersonName);
  const isAway = useSelector(useSelector(session, selectSocket), selectIsAway);
  const returns = useReturns(session);
  const { mitasId, path } = parseDashboardUrl(pathname) ?? { mitasId: null, path: '' };
  const screen = screenAt(path);

  return (
    <Why value={isAway ? awayText : null}>
      <Returns value={returns}>
        <Shell
          system={system}
          sidebar={sidebar}
          path={screen === undefined ? path : listOf(screen).path}
          personName={personName}
          darkMode={darkMode}
          undo={(inMenu, onPress) => (
            // Hide this error: the banner's boundary already says that parts did not load. Undo and redo load
            // by themselves when the host is back (ERR-17).
            <LoadBoundary waiting={null} onRetry={props.onReload} around={(error) => <span hidden>{error}</span>}>
              <UndoTools session={session} journal={journal} inMenu={inMenu} onPress={onPress} />
            </LoadBoundary>
          )}
          notifications={system !== undefined && system.id >= 0 ? <NotificationsMenu {...props} /> : null}
          banner={
            <LoadBoundary level={2} waiting={null} onRetry={props.onReload}>
              <Banners {...props} />
              <Opener />
            </LoadBoundary>
          }
          onDarkMode={(dark) => theme?.send({ type: 'theme.choose', darkMode: dark })}
          onChooseSystem={() => setChoosing(true)}
          onLogOut={() => app.send({ type: 'app.logOut' })}
        >
          <SessionScreen session={session} onSwitch={() => setChoosing(true)} onReload={props.onReload}>
            <Screen {...props} />
          </SessionScreen>
        </Shell>
        {choosing ? <SystemChoice {...props} current={mitasId} onClose={() => setChoosing(false)} /> : null}
        <Departure {...props} />
      </Returns>
    </Why>
  );
}

/** Selects what the frame shows of the system. Changes of its other fields do not redraw the frame. */
function selectFrameSystem(snapshot: JournalSnapshot): FrameSystem | undefined {
  const system = selectedSystem(shown(snapshot).account);
  if (system === undefined) return undefined;
  const { id, mitasId, commonName, demo, RoleId } = system;
  return { id, mitasId, commonName, demo, RoleId };
}

function selectPersonName(snapshot: JournalSnapshot): string {
  const { account } = shown(snapshot).account;
  return account === null ? '' : accountName(account);
}

/** The dialog for opening another system. */
function SystemChoice(props: Props & { journal: JournalRef; current: string | null; onClose: () => void }) {
  const systems = useSelector(props.journal, (snapshot) => shown(snapshot).account.systems);
  return (
    <DialogBoundary onRetry={props.onReload} onClose={props.onClose}>
      <SystemDialog
        systems={systems}
        current={props.current}
        onChoose={(mitasId) => {
          props.onClose();
          props.app.send({ type: 'system.select', mitasId });
        }}
        onClose={props.onClose}
      />
    </DialogBoundary>
  );
}

/** Asks before the person leaves while changes are unsaved or downloads are in progress. */
function Departure({ app, onReload }: Props) {
  const departure = useSelector(app, (snapshot) => (snapshot.hasTag('asking') ? snapshot.context.departure : null));
  const unsaved = useSelector(app, (snapshot) => snapshot.context.unsaved);
  const downloads = useSelector(app, (snapshot) => snapshot.context.downloads);
  if (departure === null) return null;
  const stay = () => app.send({ type: 'app.stay' });
  return (
    <DialogBoundary onRetry={onReload} onClose={stay}>
      <LeaveDialog
        count={unsaved}
        downloads={downloads}
        departure={departure}
        onLeave={() => app.send({ type: 'app.leave' })}
        onClose={stay}
      />
    </DialogBoundary>
  );
}

/**
 * Shows the session's screen, or says that there is none at this address, that access is denied, or that the
 * screen failed to load.
 */
function Screen(props: Props & { journal: JournalRef }) {
  const slot = useSelector(props.session, selectScreenSlot);
  const open = useSelector(slot, (snapshot) => snapshot);
  const again = useCallback(() => slot?.send({ type: 'screen.again' }), [slot]);
  if (slot === undefined || open === undefined || open.hasTag('busy'))
    return <ScreenLoading title={screenOf(open?.context.id ?? null)?.label} />;
  // ERR-8: the screen's code did not load, or a defect stopped it. A defect is not blamed on the host
  // (ERR-15).
  if (open.hasTag('failed')) {
    const error = (
      <PageError>
        <FailedNotice level={1} onRetry={props.onReload} onReturn={again} />
      </PageError>
    );
    return open.hasTag('defect') ? <Why value={null}>{error}</Why> : error;
  }
  const { id, record, actor, search } = open.context;
  const screen = screenOf(id);
  if (screen === undefined || open.matches('closed')) return <NotFoundScreen />;
  if (open.matches('denied')) return <AccessDeniedScreen>{screen.denied}</AccessDeniedScreen>;
  const unit = unitOf(open.context);
  if (unit === undefined) return <ScreenLoading title={screen.label} />;
  const View = unit.view as ComponentType<ScreenProps<AnyActorRef | null>>;
  return (
    <SessionProvider session={props.session} journal={props.journal}>
      <PageBoundary key={`${screen.id} ${record}`} waiting={<ScreenLoading title={screen.label} />} onRetry={props.onReload}>
        <RefusedAddress sentences={unit.address?.read(search).refused ?? []} />
        <View actor={actor} onReload={props.onReload} />
      </PageBoundary>
    </SessionProvider>
  );
}
