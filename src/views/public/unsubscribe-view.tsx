import { useSelector } from '@xstate/react';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import { mailSubscriptionNames } from '../../model/entities/mail-subscription.ts';
import {
  tokenMissingText,
  type UnsubscribeReply,
  unsubscribedText,
  unsubscribeFailureText,
} from '../../model/forms/unsubscribe.ts';
import { Button } from '../controls/button.tsx';
import { Notice } from '../controls/notice.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { Screen } from '../shell/screen.tsx';
import { ToLogin } from './to-login.tsx';
import styles from './public.module.css';

/** MAIL-14: says which emails the link unsubscribed the reader from, or why it did not. */
export default function UnsubscribeView({ asked }: { asked: QuestionRef<UnsubscribeReply> }) {
  const { answer, isFailed, failure, again } = useAnswer(asked);
  const hasToken = useSelector(asked, (snapshot) => !snapshot.hasTag('idle'));
  return (
    <Screen>
      <div aria-live="polite">
        {!hasToken ? (
          <Failed text={tokenMissingText} />
        ) : isFailed ? (
          <Failed text={unsubscribeFailureText(failure)} onRetry={again} />
        ) : answer === null ? (
          <Notice level={1} title="Processing Your Request..." />
        ) : (
          <Success reply={answer} />
        )}
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

function Failed(props: { text: string; onRetry?: () => void }) {
  return (
    <Notice
      level={1}
      tone="failed"
      title="Unsubscribe Failed"
      action={
        <div className="wrap middle">
          <ToLogin>Login to Manage Preferences</ToLogin>
          {props.onRetry === undefined ? null : <Button onPress={props.onRetry}>Try again</Button>}
        </div>
      }
    >
      {props.text}
    </Notice>
  );
}
