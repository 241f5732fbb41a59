import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { presentRole } from '../../machines/journal/journal-selectors.ts';
import { type PastHoursRef, selectPastSpan } from '../../machines/past-hours/past-hours-machine.ts';
import { detectionAddress, placeOfTab } from '../../model/detection/detection-address.ts';
import { administrator, hasRole } from '../../model/entities/role.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { StatusMark } from '../controls/status-mark.tsx';
import { SpanText } from '../detection/span-text.tsx';
import { useSession } from '../session/session-actors.tsx';
import styles from './past-notice.module.css';

const title = 'Detections of past hours do not follow by themselves';

/** Says, until dismissed, in which past hours the detections are outdated by edits on this page (DET-23). */
export function PastNotice({ actor }: { actor: PastHoursRef }) {
  const { session, journal } = useSession();
  const mitasId = useSelector(session, (snapshot) => snapshot.context.mitasId);
  const mayReprocess = useSelector(journal, (snapshot) => hasRole(presentRole(snapshot) ?? Infinity, administrator));
  const span = useSelector(actor, selectPastSpan);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const failure = useSelector(actor, ({ context }) => context.failure);
  const isShown = hasFailed || span !== null;
  return (
    <div className={styles.place} role="status">
      {isShown ? (
        <Card label={title}>
          <div className="row wrap between gap-8-16">
            <div className={styles.text}>
              <p className="strong">
                <StatusMark status="warning" text={title} />
              </p>
              {span === null ? null : (
                <p>
                  {'Detections from '}
                  <SpanText start={span.from} end={span.to} />
                  {' were found without your edit.'}
                  {mayReprocess ? null : ' An Administrator can reprocess these hours.'}
                </p>
              )}
              {hasFailed ? (
                <p>
                  Could not load which hours your edit changes
                  <SmallRetry failure={failure} onRetry={() => actor.send({ type: 'past.retry' })} />
                </p>
              ) : null}
            </div>
            {span !== null && mayReprocess ? (
              <Link
                className="link"
                href={`${screenUrl(mitasId, 'advanced/detection-settings')}${detectionAddress.write({
                  ...placeOfTab('reprocessing'),
                  start: span.from,
                  end: span.to,
                })}`}
              >
                Reprocess these hours
              </Link>
            ) : null}
            <Button rank="quiet" onPress={() => actor.send({ type: 'past.dismiss' })}>
              Dismiss
            </Button>
          </div>
        </Card>
      ) : null}
    </div>
  );
}
