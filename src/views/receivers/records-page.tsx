import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RecordsRef } from '../../machines/receivers/records-machine.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { exploredAntenna } from '../../model/explorer/opened-by.ts';
import { explorerLink } from '../../model/statistics/explorer-link.ts';
import { receiversAddress } from '../../model/receivers/receivers-address.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { PartBoundary } from '../controls/parts.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { OneRetry, SmallRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { Subpage } from '../controls/subpage.tsx';
import { PencilIcon } from '../controls/tool-icons.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useHostNow } from '../session/use-host-clock.ts';
import { UnsavedMark } from '../session/unsaved-mark.tsx';
import { useAddress } from '../session/use-address.ts';
import { CommandCard } from './command-card.tsx';
import { ReceiverFacts } from './receiver-facts.tsx';
import { RecordCards } from './record-cards.tsx';
import { useReceiversScreen } from './receivers-screen.tsx';
import { RetiredList } from './retired-list.tsx';
import styles from './records.module.css';
import { later } from '../controls/later.tsx';

const HearingCard = later(() => import('./hearing-card.tsx'));
const VitalsCard = later(() => import('./vitals-card.tsx'));

const loading = <Skeleton label="Loading" bars={1} barHeight={240} />;

/** A receiver's own page, or the page of retired receivers (FLEET-8). */
export default function RecordsPage({ records, onReload }: { records: RecordsRef; onReload: () => void }) {
  const { session } = useSession();
  const mitasId = useSelector(session, (snapshot) => snapshot.context.mitasId);
  const of = useSelector(records, (snapshot) => snapshot.context.of);
  const rx = useReadModel(({ fleet }) => (of.kind === 'receiver' ? fleet.receivers[of.rxId] : undefined));
  const vitals = useSelector(records, (snapshot) => snapshot.children.vitals);
  const hearing = useSelector(records, (snapshot) => snapshot.children.hearing);
  const [state] = useAddress(receiversAddress);
  const now = useHostNow();
  const back = (
    <Link
      className={styles.back}
      href={`${screenUrl(mitasId, 'receivers')}${receiversAddress.write({ ...state, receiver: null, retired: false })}`}
    >
      All receivers
    </Link>
  );
  if (of.kind === 'retired') {
    return (
      <Subpage name="retired">
        <Page
          title="Retired receivers"
          about="Receivers taken out of service. Their contacts and history are kept."
          actions={back}
        >
          <Card label="Retired receivers">
            <Loaded records={records}>
              {(shown) => (shown.kind === 'retired' ? <RetiredList receivers={shown.receivers} /> : null)}
            </Loaded>
          </Card>
        </Page>
      </Subpage>
    );
  }
  return (
    <Subpage name={String(of.rxId)}>
      <Page
        title={rx?.alias ?? `Receiver ${of.rxId}`}
        about="Health, location history and changes"
        beside={rx === undefined ? undefined : <NameTools id={rx.id} alias={rx.alias} />}
        actions={
          <>
            <LineNotice />
            {rx === undefined ? null : (
              <Link className={styles.back} href={`${screenUrl(mitasId, 'receivers/stats')}${pastDayOf(of.rxId, now())}`}>
                Explore the past day
              </Link>
            )}
            {back}
          </>
        }
      >
        <OneRetry>
          {rx === undefined ? (
            <Notice level={2} title={`There is no receiver ${of.rxId} in this system`}>
              It may have been retired or removed.
            </Notice>
          ) : (
            <>
              <ReceiverFacts rx={rx} vitals={vitals} />
              <CommandCard />
            </>
          )}
          {hearing === undefined || rx === undefined ? null : (
            <PartBoundary waiting={loading} onRetry={onReload}>
              <HearingCard
                hearing={hearing}
                onAsk={(hours) => hearing.send({ type: 'question.asked', request: { mitasId, rxId: of.rxId, hours } })}
                onReload={onReload}
              />
            </PartBoundary>
          )}
          {vitals === undefined ? null : (
            <PartBoundary waiting={loading} onRetry={onReload}>
              <VitalsCard vitals={vitals} rxId={of.rxId} />
            </PartBoundary>
          )}
          <Loaded records={records}>
            {(shown) => (shown.kind === 'receiver' ? <RecordCards records={records} shown={shown} /> : null)}
          </Loaded>
        </OneRetry>
      </Page>
    </Subpage>
  );
}

/** Lets the person rename the receiver, and marks a new name that is not stored yet (FLEET-17). */
function NameTools({ id, alias }: { id: number; alias: string }) {
  const { editable, openBeside } = useReceiversScreen();
  return (
    <>
      {editable ? (
        <Button
          rank="quiet"
          aria-label={`Rename ${alias}`}
          onPress={({ target }) => openBeside({ kind: 'name', id, element: target })}
        >
          <PencilIcon size={16} />
        </Button>
      ) : null}
      <UnsavedMark of="receiver" id={id} />
    </>
  );
}

const dayMs = 86_400_000;

function pastDayOf(rxId: number, now: number): string {
  return explorerLink(exploredAntenna(rxId, null, { from: now - dayMs, to: now }), 'day');
}

type Shown = NonNullable<ReturnType<RecordsRef['getSnapshot']>['context']['records']>;

function Loaded(props: { records: RecordsRef; children: (shown: Shown) => ReactNode }) {
  const { records } = props;
  const shown = useSelector(records, (snapshot) => snapshot.context.records);
  const failure = useSelector(records, (snapshot) => snapshot.context.failure);
  const isFailed = useSelector(records, (snapshot) => snapshot.hasTag('failed'));
  const isOld = useSelector(records, (snapshot) => snapshot.hasTag('stale'));
  const retry = (): void => records.send({ type: 'records.retry' });
  if (isFailed && failure !== null) {
    return <LoadFailure title="Could not load this receiver's history" failure={failure} onRetry={retry} />;
  }
  if (shown === null) return loading;
  return (
    <>
      {isOld ? (
        <p className={styles.old}>
          Could not load newer entries <SmallRetry failure={failure} onRetry={retry} />
        </p>
      ) : null}
      {props.children(shown)}
    </>
  );
}
