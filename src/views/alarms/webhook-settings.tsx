import { useSelector } from '@xstate/react';
import type { WebhookRef } from '../../machines/webhook/webhook-machine.ts';
import type { WebhookStatus, WebhookTrial } from '../../model/contract/webhook-calls.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { useHasExpired } from '../session/use-host-clock.ts';
import { useRelativeNow } from './use-relative-now.ts';
import { WebhookForm } from './webhook-form.tsx';
import styles from './alarm-settings.module.css';

/** Shows where alarms are posted besides email (ALM-16) and how delivery goes, with a button for a test. */
export function WebhookSettings({ webhook, times }: { webhook: WebhookRef; times: TimeText }) {
  const hasForm = useSelector(webhook, (snapshot) => snapshot.hasTag('form'));
  return (
    <section className="stack align-start line-20" aria-labelledby="alarm-webhook">
      <h3 id="alarm-webhook">System webhook</h3>
      <p className="quiet">
        Post each alarm to a web address too, such as a Slack channel. Messages are signed with a secret. Snoozed receivers are
        left out.
      </p>
      {hasForm ? <WebhookForm webhook={webhook} /> : <CurrentWebhook webhook={webhook} times={times} />}
    </section>
  );
}

function CurrentWebhook({ webhook, times }: { webhook: WebhookRef; times: TimeText }) {
  const { status, trial, failure, cause } = useSelector(webhook, (snapshot) => snapshot.context);
  const busy = useSelector(webhook, (snapshot) => snapshot.hasTag('busy'));
  const isTrying = useSelector(webhook, (snapshot) => snapshot.hasTag('trying'));
  const isStale = useSelector(webhook, (snapshot) => snapshot.hasTag('stale'));
  const isAbsent = useSelector(webhook, (snapshot) => snapshot.matches('absent'));
  const hasExpired = useHasExpired();
  const edit = (): void => webhook.send({ type: 'webhook.edit' });
  if (status !== null) {
    return (
      <>
        <Course status={status} times={times} isStale={isStale} />
        {hasExpired ? <p className="quiet">This system has expired. You can only remove its webhook.</p> : null}
        <div className="wrap gap-8-12">
          <Greyed why={hasExpired ? 'The system has expired' : null} isBusy={busy}>
            <Button isBusy={isTrying} onPress={() => webhook.send({ type: 'webhook.test' })}>
              Send a test
            </Button>
          </Greyed>
          <Greyed why={hasExpired ? 'The system has expired' : null} isBusy={busy}>
            <Button onPress={edit}>Replace</Button>
          </Greyed>
          <Greyed isBusy={busy}>
            <Button rank="destructive" onPress={() => webhook.send({ type: 'webhook.remove' })}>
              Remove
            </Button>
          </Greyed>
        </div>
        {trial === null ? null : <Trial trial={trial} />}
        {failure === null ? null : <Failed text={failure} />}
      </>
    );
  }
  if (isAbsent) {
    return hasExpired ? (
      <p>No webhook. This system has expired and is read-only.</p>
    ) : (
      <>
        <p>No webhook.</p>
        <Button onPress={edit}>Set a webhook</Button>
      </>
    );
  }
  if (cause === null) {
    return (
      <p className="quiet" role="status">
        Loading…
      </p>
    );
  }
  return (
    <LoadFailure title="Could not load the webhook" failure={cause} onRetry={() => webhook.send({ type: 'webhook.retry' })} />
  );
}

/** Shows where alarms are posted and how the last delivery went. */
function Course(props: { status: WebhookStatus; times: TimeText; isStale: boolean }) {
  const { status, times, isStale } = props;
  const { server, setAt, lastSentAt, failing } = status;
  const now = useRelativeNow();
  const at = (ts: number): string => `${times.stamp(ts)} ${times.zone(ts)} (${relativeTime(ts, now)})`;
  return (
    <div className="grid gap-4 breaks">
      <p>
        Alarms are posted to <b>{server}</b>, set {at(setAt)}.
      </p>
      <p>{lastSentAt === null ? 'Nothing delivered yet.' : `Last delivered ${at(lastSentAt)}.`}</p>
      {failing === null ? null : <Failed text={`Failing since ${at(failing.since)}. ${failing.reason}`} />}
      {isStale ? <p className="quiet">Could not refresh the delivery status. Retrying.</p> : null}
    </div>
  );
}

function Trial({ trial: { taken, status, reason } }: { trial: WebhookTrial }) {
  if (!taken) return <Failed text={`The test was rejected. ${reason ?? ''}`} />;
  return <p role="status">{`Test delivered${status === null ? '' : ` (${status})`}.`}</p>;
}

function Failed({ text }: { text: string }) {
  return (
    <p className={styles.failure} role="alert">
      {text}
    </p>
  );
}
