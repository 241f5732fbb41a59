import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { mitasText, notAuthorizedText, offlineText } from '../../model/contract/session-failures.ts';
import { RetryButton } from '../controls/failed-notice.tsx';
import { Notice } from '../controls/notice.tsx';
import { PillButton } from '../controls/pill-button.tsx';
import { Screen } from './screen.tsx';
import styles from './screens.module.css';

export function OfflineScreen(props: { onRetry: () => void; onSwitch: () => void }) {
  return (
    <Screen>
      <Notice level={1} title={offlineText} action={<Choices onRetry={props.onRetry} onSwitch={props.onSwitch} />}>
        This system is switched off at the moment. Another one may be running. {mitasText}
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
          <PillButton variant="accent" onPress={props.onSwitch}>
            Choose another system
          </PillButton>
        }
      >
        Somebody with an administrator’s rights there can add you as a collaborator. {mitasText}
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
          <PillButton variant="accent" onPress={() => navigate('/')}>
            Back to homepage
          </PillButton>
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
          <PillButton variant="accent" onPress={() => navigate('/')}>
            Back to homepage
          </PillButton>
        }
      >
        There is no page at this address.
      </Notice>
    </Screen>
  );
}

/** NAV-18: the screen takes another role. */
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
        title="The system could not be loaded"
        action={<Choices onRetry={props.onRetry} onSwitch={props.onSwitch} />}
      >
        {props.text}
      </Notice>
    </Screen>
  );
}

function Choices(props: { onRetry: () => void; onSwitch?: (() => void) | undefined }) {
  return (
    <div className={styles.choices}>
      <RetryButton onRetry={props.onRetry} />
      {props.onSwitch === undefined ? null : (
        <PillButton variant="secondary" onPress={props.onSwitch}>
          Choose another system
        </PillButton>
      )}
    </div>
  );
}
