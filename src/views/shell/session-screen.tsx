import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { unreachableText } from '../../machines/auth/auth-selectors.ts';
import type { HostSessionRef } from '../../machines/host-session/host-session-machine.ts';
import { selectSessionScreen } from '../../machines/host-session/host-session-selectors.ts';
import { failureText, loadErrorText } from '../../model/contract/failure.ts';
import { ConnectingScreen } from './screen.tsx';
import { InvalidUrlScreen, LoadErrorScreen, OfflineScreen, UnauthorizedScreen } from './screens.tsx';

type Props = { session: HostSessionRef; onSwitch: () => void; onReload: () => void; children: ReactNode };

/** Shows the content of a ready system, or the screen that says why there is none (NAV-9). */
export function SessionScreen(props: Props): ReactNode {
  const { session, onSwitch } = props;
  const screen = useSelector(session, selectSessionScreen);
  const failure = useSelector(session, (snapshot) => snapshot.context.failure);
  const retry = () => session.send({ type: 'session.retry' });
  switch (screen) {
    case 'connecting':
      return <ConnectingScreen />;
    case 'offline':
      return <OfflineScreen onRetry={retry} onSwitch={onSwitch} />;
    case 'unauthorized':
      return <UnauthorizedScreen onSwitch={onSwitch} />;
    case 'unknown':
      return <InvalidUrlScreen />;
    case 'failed':
      return (
        <LoadErrorScreen
          text={failure === null ? unreachableText : failureText(failure, unreachableText)}
          onRetry={retry}
          onSwitch={onSwitch}
        />
      );
    case 'broken':
      return <LoadErrorScreen text={loadErrorText} onRetry={props.onReload} />;
    case 'ready':
      return props.children;
  }
}
