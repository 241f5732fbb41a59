import { shallowEqual } from '@xstate/react';
import { useState } from 'react';
import type { AlarmHistoryRef } from '../../machines/alarm-history/paged-alarms.ts';
import { alarmAddress, areReversed, isUnfilteredBy, noAlarmFilters } from '../../model/alarms/alarm-filters.ts';
import { unknownIdTexts } from '../../model/journal/unknown-ids.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { RefusedAddress } from '../session/refused-address.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { usePagedList } from '../session/use-paged-list.ts';
import { AlarmFilterBar } from './alarm-filter-bar.tsx';
import { PastAlarms } from './past-alarms.tsx';

/** Shows the alarms that match the filters of the address (ALP-2). */
export function AlarmHistory(props: { history: AlarmHistoryRef; times: TimeText }) {
  const { history: actor, times } = props;
  const { filters, list: history, failure, isFailed, isMissing, retry } = usePagedList(actor, alarmAddress);
  const [, changeAddress] = useAddress(alarmAddress);
  const unknown = useReadModel(({ fleet }) => {
    const isKnown = filters.receiver === null || history === null || history.alarms.length > 0;
    return isKnown ? [] : unknownIdTexts('receiver', 'receiver', [filters.receiver], fleet);
  }, shallowEqual);
  // A new key renders new fields, so that clearing also drops typed text that has not been applied yet.
  const [clearings, setClearings] = useState(0);
  const clear = (): void => {
    setClearings((count) => count + 1);
    changeAddress(({ lines }) => ({ ...noAlarmFilters, lines }));
  };
  return (
    <>
      <RefusedAddress sentences={unknown} withinPage />
      <Card label="Filters">
        <AlarmFilterBar
          key={clearings}
          filters={filters}
          alarms={history?.alarms ?? []}
          times={times}
          onChoose={(chosen) => changeAddress((present) => ({ ...present, ...chosen }))}
        />
      </Card>
      <Card title="History" aside={<Asides history={actor} times={times} onClear={clear} />}>
        {content()}
      </Card>
    </>
  );

  function content() {
    if (isFailed) return <LoadFailure title="Could not load the alarms" failure={failure} onRetry={retry} />;
    if (history === null) return <Skeleton label="Loading alarms" bars={8} barHeight={40} />;
    if (history.alarms.length > 0) return <PastAlarms actor={actor} history={history} times={times} />;
    // Newer alarms did not load and may match, so do not say that there are none. `Asides` shows the failure.
    if (isMissing) return null;
    return isUnfilteredBy(filters) ? (
      <Notice level={3} title="No alarms!">
        ...yet
      </Notice>
    ) : (
      <Notice level={3} title="No alarms match the filters" action={<Button onPress={clear}>Clear filters</Button>} />
    );
  }
}

/**
 * Shows a button to clear the filters. Beside it is a warning if newer alarms did not load; otherwise, the
 * timezone.
 */
function Asides({ history: actor, times, onClear }: { history: AlarmHistoryRef; times: TimeText; onClear: () => void }) {
  const { filters, list, failure, isMissing, retry } = usePagedList(actor, alarmAddress);
  const newest = list?.alarms[0]?.at;
  return (
    <span className="inline quiet">
      {!isUnfilteredBy(filters) || areReversed(filters) ? <Button onPress={onClear}>Clear filters</Button> : null}
      <span className="inline quiet" role="status">
        {isMissing ? (
          <>
            Could not load newer alarms
            <SmallRetry failure={failure} onRetry={retry} />
          </>
        ) : newest === undefined ? null : (
          `Times in ${times.zone(newest)}`
        )}
      </span>
    </span>
  );
}
