import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { mitasText, notAuthorizedText, offlineText } from '../../model/contract/session-failures.ts';
import { Button } from '../controls/button.tsx';
import { RetryButton } from '../controls/failed-notice.tsx';
import { Notice } from '../controls/notice.tsx';
import { Screen } from './screen.tsx';

export function OfflineScreen(props: { onRetry: () => void; onSwitch: () => void }) {
  return (
    <Screen>
      <Notice level={1} title={offlineText} action={<Choices onRetry={props.onRetry} onSwitch={props.onSwitch} />}>
        This system is switched off. Another one may be running. {mitasText}
      </Notice>
    </Screen>
  );
}

export function UnauthorizedScreen(props: { onSwitch: () => void }) {
  return (
    <Screen>
      <Notice
        level={1}
        title={notAuthorizedText}
        action={
          <Button rank="primary" onPress={props.onSwitch}>
            Choose another system
          </Button>
        }
      >
        An administrator of that system can add you as a collaborator. {mitasText}
      </Notice>
    </Screen>
  );
}

export function InvalidUrlScreen() {
  const [, navigate] = useLocation();
  return (
    <Screen>
      <Notice
        level={1}
        title="Oops! This domain does not exist."
        action={
          <Button rank="primary" onPress={() => navigate('/')}>
            Back to homepage
          </Button>
        }
      />
    </Screen>
  );
}

export function NotFoundScreen() {
  const [, navigate] = useLocation();
  return (
    <Screen>
      <Notice
        level={1}
        title="Page not found"
        action={
          <Button rank="primary" onPress={() => navigate('/')}>
            Back to homepage
          </Button>
        }
      >
        There is no page at this address.
      </Notice>
    </Screen>
  );
}

/** NAV-18: says that the screen needs another role. */
export function AccessDeniedScreen(props: { children: ReactNode }) {
  return (
    <Screen>
      <Notice level={1} title="Access Denied">
        {props.children}
      </Notice>
    </Screen>
  );
}

export function LoadErrorScreen(props: { text: string; onRetry: () => void; onSwitch?: () => void }) {
  return (
    <Screen>
      <Notice
        level={1}
        tone="failed"
        title="Could not load the system"
        action={<Choices onRetry={props.onRetry} onSwitch={props.onSwitch} />}
      >
        {props.text}
      </Notice>
    </Screen>
  );
}

function Choices(props: { onRetry: () => void; onSwitch?: (() => void) | undefined }) {
  return (
    <div className="wrap middle">
      <RetryButton onRetry={props.onRetry} />
      {props.onSwitch === undefined ? null : <Button onPress={props.onSwitch}>Choose another system</Button>}
    </div>
  );
}
