import { shallowEqual } from '@xstate/react';
import { useState } from 'react';
import type { ActivityRef } from '../../machines/activity/paged-activity.ts';
import {
  activityAddress,
  activityUnknownTexts,
  countedFilters,
  isUnfiltered,
  noActivityFilters,
} from '../../model/activity/activity-filters.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { Page } from '../controls/page.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { RefusedAddress } from '../session/refused-address.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { useAddress } from '../session/use-address.ts';
import { usePagedList } from '../session/use-paged-list.ts';
import { ActivityFilterBar } from './activity-filter-bar.tsx';
import { ActivityList } from './activity-list.tsx';
import { SaveActivity } from './save-activity.tsx';
import { UndoMenu } from './undo-menu.tsx';

const none: readonly never[] = [];

/** Shows who changed what and when, newest first and live (CHG-21). */
export default function ActivityView({ actor }: ScreenProps<ActivityRef>) {
  const title = useReadModel((models) => selectedSystem(models.account)?.commonName ?? '');
  const times = useTimes();
  return (
    <Page
      title="Activity"
      about="Who changed what in this system, and when"
      actions={
        <>
          <LineNotice />
          <UndoMenu />
          <SaveActivity activity={actor} title={title} times={times} />
        </>
      }
    >
      <Activity activity={actor} times={times} />
    </Page>
  );
}

function Activity(props: { activity: ActivityRef; times: TimeText }) {
  const { activity, times } = props;
  const { filters, list, failure, isFailed, retry } = usePagedList(activity, activityAddress);
  const unknown = useReadModel((models) => activityUnknownTexts(filters, list, models.fleet), shallowEqual);
  const [, changeAddress] = useAddress(activityAddress);
  // A new key renders new fields, so that clearing also drops typed text that has not been applied yet.
  const [clearings, setClearings] = useState(0);
  const clear = (): void => {
    setClearings((count) => count + 1);
    changeAddress(() => noActivityFilters);
  };
  return (
    <>
      <RefusedAddress sentences={unknown} withinPage />
      <Card label="Filters">
        <ActivityFilterBar
          key={clearings}
          filters={filters}
          people={list?.people ?? none}
          changes={list?.changes ?? none}
          times={times}
          onChoose={(chosen) => changeAddress((present) => ({ ...present, ...chosen }))}
          onClear={clear}
        />
      </Card>
      <Card title="Changes" aside={<Asides activity={activity} times={times} />}>
        {content()}
      </Card>
    </>
  );

  function content() {
    if (isFailed) return <LoadFailure title="Could not load the changes" failure={failure} onRetry={retry} />;
    if (list === null) return <Skeleton label="Loading changes" bars={8} barHeight={40} />;
    if (list.changes.length > 0) return <ActivityList activity={activity} list={list} times={times} />;
    return isUnfiltered(countedFilters(filters)) ? (
      <Notice level={3} title="No changes yet">
        Changes appear here as they are made.
      </Notice>
    ) : (
      <Notice level={3} title="No changes match the filters" action={<Button onPress={clear}>Clear filters</Button>} />
    );
  }
}

/** Shows a warning beside the title if the list may be outdated; otherwise, the timezone of its times. */
function Asides(props: { activity: ActivityRef; times: TimeText }) {
  const { activity, times } = props;
  const { list, isMissing, isRenewing, retry } = usePagedList(activity, activityAddress);
  const newest = list?.changes[0]?.at;
  return (
    <span className="inline quiet" role="status">
      {isMissing ? (
        <>
          Could not load newer changes
          <Button onPress={retry}>Retry</Button>
        </>
      ) : isRenewing ? (
        'Renewing…'
      ) : newest === undefined ? null : (
        `Times in ${times.zone(newest)}`
      )}
    </span>
  );
}
