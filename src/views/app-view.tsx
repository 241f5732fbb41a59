import { Provider } from '@adobe/react-spectrum/Provider';
import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { AppRef } from '../machines/app/app-machine.ts';
import { selectScreen, selectSession } from '../machines/app/app-selectors.ts';
import type { AuthRef } from '../machines/auth/auth-machine.ts';
import { selectUnreachable, unreachableText } from '../machines/auth/auth-selectors.ts';
import { selectDarkMode } from '../machines/theme/theme-selectors.ts';
import { failureText, loadErrorText } from '../model/contract/failure.ts';
import type { LoginFields } from '../model/forms/login.ts';
import type { BackSteps } from '../model/navigation/back-steps.ts';
import { VisitProvider } from './controls/arrival.tsx';
import { BackStepsContext } from './controls/dialog-closing.ts';
import { LoadBoundary } from './controls/load-boundary.tsx';
import { LoginView } from './login/login-view.tsx';
import { Notices } from './notices/notices.tsx';
import { ConnectingScreen } from './shell/screen.tsx';
import { theme } from './theme/theme.ts';
import { later } from './controls/later.tsx';

const SelectSystemView = later(() => import('./shell/select-system-view.tsx'));
const LoadErrorScreen = later(async () => ({ default: (await import('./shell/screens.tsx')).LoadErrorScreen }));
const DashboardView = later(() => import('./shell/dashboard-view.tsx'));
/**
 * Loaded apart from the login, because it contains the titles of all screens. If it cannot be loaded, the
 * title of index.html stays.
 */
const PageTitle = later(() => import('./shell/page-title.tsx').catch(() => ({ default: () => null })));

/**
 * `PublicScreen` draws the public pages other than the login. If `onReload` returns a promise, the Retry
 * button is busy until it settles.
 */
type AppViewProps = {
  app: AppRef;
  steps: BackSteps;
  /** The username and password that fill in the login of a demo host; null on any other host. */
  demo: LoginFields | null;
  PublicScreen: ComponentType<{ path: string }>;
  onReload: () => unknown;
};

/** Draws the whole page: its colour scheme, the content for the app's state, and the messages above it. */
export function AppView(props: AppViewProps) {
  const { app } = props;
  const themeChoice = useSelector(app, (snapshot) => snapshot.children.theme);
  const darkMode = useSelector(themeChoice, selectDarkMode);
  const pathname = useSelector(app, (snapshot) => snapshot.context.place.pathname);
  return (
    <Provider theme={theme} colorScheme={darkMode ? 'dark' : 'light'} scale="medium" isEmphasized locale="en-US">
      <Notices app={app} />
      <PageTitle app={app} />
      <BackStepsContext value={props.steps}>
        <VisitProvider pathname={pathname}>
          <LoadBoundary waiting={<ConnectingScreen />} onRetry={props.onReload} around={(error) => <main>{error}</main>}>
            <Content {...props} />
          </LoadBoundary>
        </VisitProvider>
      </BackStepsContext>
    </Provider>
  );
}

/** Draws a system in its frame, or a screen without a frame. */
function Content(props: AppViewProps): ReactNode {
  const { app, onReload } = props;
  const session = useSelector(app, selectSession);
  if (session !== null) return <DashboardView key={session.id} app={app} session={session} onReload={onReload} />;
  return (
    <main>
      <LoneScreen {...props} />
    </main>
  );
}

/**
 * Draws the screen for the app's state: a public page, an error, the choice of a system, or 'Connecting...'
 * (NAV-9).
 */
function LoneScreen(props: AppViewProps): ReactNode {
  const { app, PublicScreen, onReload } = props;
  const now = useSelector(app, (snapshot) => snapshot);
  const {
    // These forms exist only while no person is logged in.
    children: { auth, signUp, resetPassword },
    context: { place, person, failure },
  } = now;
  switch (selectScreen(now)) {
    case 'restoring':
      return auth ? <Restoring auth={auth} /> : <ConnectingScreen />;
    case 'waiting':
      return <ConnectingScreen />;
    case 'public':
      return place.pathname === '/login' && auth && signUp && resetPassword ? (
        <LoginView auth={auth} signUp={signUp} resetPassword={resetPassword} demo={props.demo} onReload={onReload} />
      ) : (
        <PublicScreen path={place.pathname} />
      );
    case 'choosing':
      return (
        <SelectSystemView systems={person?.systems ?? []} onChoose={(mitasId) => app.send({ type: 'system.select', mitasId })} />
      );
    case 'session':
      return null;
    case 'failed':
      return (
        <LoadErrorScreen
          text={failure === null ? unreachableText : failureText(failure, unreachableText)}
          onRetry={() => app.send({ type: 'app.retry' })}
        />
      );
    case 'codeFailed':
    case 'broken':
      return <LoadErrorScreen text={loadErrorText} onRetry={onReload} />;
  }
}

/**
 * Shows 'Connecting...' while the session is restored. If the host cannot be reached, says so with a Retry.
 */
function Restoring(props: { auth: AuthRef }): ReactNode {
  const unreachable = useSelector(props.auth, selectUnreachable);
  if (!unreachable) return <ConnectingScreen />;
  return <LoadErrorScreen text={unreachableText} onRetry={() => props.auth.send({ type: 'session.retry' })} />;
}
