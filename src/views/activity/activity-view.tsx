import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActivityRef } from '../../machines/activity/activity-machine.ts';
import { activityAddress, type ActivityFilters, isUnfiltered, noActivityFilters } from '../../model/changes/activity-filters.ts';
import { failureText } from '../../model/contract/failure.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { TimeText } from '../../model/live/contact-text.ts';
import { Card } from '../controls/card.tsx';
import { Notice } from '../controls/notice.tsx';
import { Page } from '../controls/page.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { ActivityFilterBar } from './activity-filter-bar.tsx';
import { ActivityList } from './activity-list.tsx';
import { ActivityLoading } from './activity-loading.tsx';
import { SaveActivity } from './save-activity.tsx';
import styles from './activity.module.css';

const none: readonly never[] = [];
const failedTitle = 'The changes could not be loaded';

/** Who changed what and when, newest first and live (CHG-21). */
export default function ActivityView({ actor }: ScreenProps<ActivityRef>) {
  const timezone = useReadModel((models) => selectedSystem(models.account)?.timezone ?? 'UTC');
  const title = useReadModel((models) => selectedSystem(models.account)?.commonName ?? '');
  const times = useMemo(() => new TimeText(timezone), [timezone]);
  return (
    <Page
      title="Activity"
      about="Who changed what in this system, and when"
      actions={<SaveActivity activity={actor} title={title} times={times} />}
    >
      <Activity activity={actor} times={times} />
    </Page>
  );
}

function Activity(props: { activity: ActivityRef; times: TimeText }) {
  const { activity, times } = props;
  const { filters, list, failure } = useSelector(activity, (snapshot) => snapshot.context);
  const [, changeAddress] = useAddress(activityAddress);
  const choose = (next: ActivityFilters): void => changeAddress(() => next);
  return (
    <>
      <Card label="Filters">
        <ActivityFilterBar
          filters={filters}
          people={list?.people ?? none}
          changes={list?.changes ?? none}
          timezone={times.timezone}
          onChoose={choose}
        />
      </Card>
      <Card title="Changes" aside={<Asides activity={activity} times={times} />}>
        {content()}
      </Card>
    </>
  );

  function content() {
    if (list === null && failure !== null)
      return (
        <Failed
          reason={failureText(failure, 'The host did not answer')}
          onRetry={() => activity.send({ type: 'activity.retry' })}
        />
      );
    if (list === null) return <ActivityLoading />;
    if (list.changes.length > 0) return <ActivityList activity={activity} list={list} times={times} />;
    return isUnfiltered(filters) ? (
      <Notice level={3} title="Nothing was changed yet">
        Changes appear here as they are made.
      </Notice>
    ) : (
      <Notice
        level={3}
        title="No changes fit these filters"
        action={<ActionButton onPress={() => choose(noActivityFilters)}>Clear filters</ActionButton>}
      />
    );
  }
}

/** Beside the title: that what is shown is not of now, and in whose time it stands. */
function Asides(props: { activity: ActivityRef; times: TimeText }) {
  const { activity, times } = props;
  const stale = useSelector(activity, (snapshot) => snapshot.hasTag('stale'));
  const missing = useSelector(activity, (snapshot) => snapshot.matches({ shown: 'missing' }));
  const newest = useSelector(activity, (snapshot) => snapshot.context.list?.changes[0]?.at);
  return (
    <span className={styles.aside} role="status">
      {missing ? (
        <>
          Newer changes could not be loaded
          <ActionButton onPress={() => activity.send({ type: 'activity.retry' })}>Retry</ActionButton>
        </>
      ) : stale ? (
        'Renewing…'
      ) : newest === undefined ? null : (
        `Times in ${times.zone(newest)}`
      )}
    </span>
  );
}

function Failed(props: { reason: string; onRetry: () => void }) {
  return (
    <Notice level={3} tone="failed" title={failedTitle} action={<ActionButton onPress={props.onRetry}>Retry</ActionButton>}>
      {props.reason}
    </Notice>
  );
}
