import { useSelector } from '@xstate/react';
import { useLocation } from 'wouter';
import type { UnsubscribeRef } from '../../machines/unsubscribe/unsubscribe-machine.ts';
import { mailSubscriptionNames } from '../../model/entities/mail-subscription.ts';
import { type UnsubscribeReply, unsubscribedText } from '../../model/forms/unsubscribe.ts';
import { Button } from '../controls/button.tsx';
import { Notice } from '../controls/notice.tsx';
import { Screen } from '../shell/screen.tsx';
import styles from './unsubscribe.module.css';

/** MAIL-14: what the reader of a mail was taken off by its link, or why not. */
export function UnsubscribeView(props: { actor: UnsubscribeRef }) {
  const { reply, failure, hasToken } = useSelector(props.actor, (snapshot) => snapshot.context);
  const busy = useSelector(props.actor, (snapshot) => snapshot.hasTag('busy'));
  return (
    <Screen>
      <div aria-live="polite">
        {busy ? <Notice level={1} title="Processing Your Request..." /> : null}
        {!busy && reply !== null ? <Success reply={reply} /> : null}
        {!busy && failure !== null ? (
          <Failed text={failure} onRetry={hasToken ? () => props.actor.send({ type: 'unsubscribe.retry' }) : undefined} />
        ) : null}
      </div>
    </Screen>
  );
}

function Success({ reply }: { reply: UnsubscribeReply }) {
  return (
    <Notice level={1} title="Unsubscribed Successfully" action={<ToLogin>Manage Email Preferences</ToLogin>}>
      <span className={styles.chip}>{mailSubscriptionNames[reply.type]}</span>
      <p className={styles.text}>{unsubscribedText(reply)}</p>
      <p className={styles.text}>Changed your mind? Log in to re-enable email notifications.</p>
    </Notice>
  );
}

function Failed(props: { text: string; onRetry: (() => void) | undefined }) {
  return (
    <Notice
      level={1}
      tone="failed"
      title="Unsubscribe Failed"
      action={
        <div className={styles.choices}>
          <ToLogin>Login to Manage Preferences</ToLogin>
          {props.onRetry === undefined ? null : <Button onPress={props.onRetry}>Try again</Button>}
        </div>
      }
    >
      {props.text}
    </Notice>
  );
}

function ToLogin(props: { children: string }) {
  const [, navigate] = useLocation();
  return (
    <Button rank="primary" onPress={() => navigate('/login')}>
      {props.children}
    </Button>
  );
}
