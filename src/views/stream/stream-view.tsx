import { useProvider } from '@adobe/react-spectrum/Provider';
import { shallowEqual, useSelector } from '@xstate/react';
import { useMemo, useRef, useState } from 'react';
import {
  type ContactWindowRef,
  hostNow,
  selectContents,
  selectRecordedAt,
} from '../../machines/contact-window/contact-window-machine.ts';
import { selectSocket } from '../../machines/host-session/host-session-selectors.ts';
import {
  type LiveStreamRef,
  selectFigures,
  selectHeard,
  selectHeardReceivers,
  selectIsCounting,
  selectSummary,
  selectView,
} from '../../machines/live-stream/live-stream-machine.ts';
import { selectGaps } from '../../machines/socket/contact-feed-machine.ts';
import { selectContactFeed, selectLine } from '../../machines/socket/socket-selectors.ts';
import { aboutStream } from '../../model/entities/contact-source.ts';
import { countOf, fullWindowText } from '../../model/live/contact-text.ts';
import { countText } from '../../model/text/number-text.ts';
import { type TimeText } from '../../model/time/time-text.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { receiverLooks } from '../../model/journal/read-models/fleet-selectors.ts';
import { areSameFilters, type ContactFilters, noFilters, type StreamSettings } from '../../model/live/live-settings.ts';
import { notReceivedText } from '../../model/live/reception.ts';
import { replayText } from '../../model/live/replay-times.ts';
import { streamAddress } from '../../model/live/stream-address.ts';
import { pageClock } from '../charts/chart-clock.ts';
import { LiveChart, type LiveChartHandle } from '../charts/live-chart.tsx';
import { LiveLegend } from '../charts/live-legend.tsx';
import { LiveSummary } from '../charts/live-summary.tsx';
import { Card } from '../controls/card.tsx';
import { DialogBoundary } from '../controls/dialog-boundary.tsx';
import { Page } from '../controls/page.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { UnknownReceivers } from '../session/refused-address.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { useAddress } from '../session/use-address.ts';
import { ExploreMenu } from './explore-menu.tsx';
import { FilterButton } from './filter-button.tsx';
import { LatestContacts } from './latest-contacts.tsx';
import { LineState } from './line-state.tsx';
import { SaveMenu } from './save-menu.tsx';
import { StreamControls } from './stream-controls.tsx';
import { StreamConnecting, StreamFailed } from './stream-missing.tsx';
import styles from './stream.module.css';
import { later } from '../controls/later.tsx';

const FilterDialog = later(() => import('./filter-dialog.tsx'));

type StreamProps = { contactWindow: ContactWindowRef; liveStream: LiveStreamRef; onReload: () => void };

/** The live stream (LIVE-1): contacts as the receivers hear them. */
export default function StreamView(props: ScreenProps<LiveStreamRef>) {
  const { contactWindow } = useSession();
  const system = useReadModel((models) => selectedSystem(models.account));
  return (
    <Page
      title="Live stream"
      about={system ? aboutStream(system) : ''}
      floating={contactWindow === undefined ? null : <Filter contactWindow={contactWindow} liveStream={props.actor} />}
    >
      {contactWindow === undefined ? null : (
        <Stream contactWindow={contactWindow} liveStream={props.actor} onReload={props.onReload} />
      )}
    </Page>
  );
}

function Stream(props: StreamProps) {
  const stage = useStage(props.contactWindow);
  if (stage === 'failed') return <StreamFailed />;
  if (stage === 'connecting') return <StreamConnecting />;
  return <RunningStream {...props} />;
}

/** Returns what to show. Once contacts have arrived they stay visible, even if the line is lost. */
function useStage(contactWindow: ContactWindowRef): 'failed' | 'connecting' | 'running' {
  const line = useSelector(useSelector(useSession().session, selectSocket), selectLine);
  const begun = useSelector(contactWindow, (snapshot) => selectContents(snapshot).size > 0);
  return !begun && (line === 'failed' || line === 'connecting') ? line : 'running';
}

function Filter({ contactWindow, liveStream }: Pick<StreamProps, 'contactWindow' | 'liveStream'>) {
  const stage = useStage(contactWindow);
  const count = useSelector(liveStream, ({ context }) => Object.values(context.settings.filters).flat().length);
  return stage === 'running' ? <FilterButton count={count} onPress={() => liveStream.send({ type: 'filters.open' })} /> : null;
}

/** The contacts heard so far. They stay while the line is lost, and the page says so. */
function RunningStream(props: StreamProps) {
  const { liveStream } = props;
  const { groupBy, timeLimit, display, filters, focus } = useSelector(liveStream, (snapshot) => snapshot.context.settings);
  const pausedAt = useSelector(liveStream, (snapshot) => snapshot.context.pausedAt);
  const filtering = useSelector(liveStream, (snapshot) => snapshot.matches({ filters: 'open' }));
  const [, changeAddress] = useAddress(streamAddress);
  const receivers = useReadModel((models) => receiverLooks(models.fleet));
  const system = useReadModel((models) => selectedSystem(models.account));
  const { fileExport, session } = useSession();
  const gaps = useSelector(useSelector(useSelector(session, selectSocket), selectContactFeed), selectGaps);
  const { colorScheme } = useProvider();
  const scheme = colorScheme === 'light' ? 'light' : 'dark';
  const view = useSelector(liveStream, selectView);
  const figures = useSelector(liveStream, selectFigures);
  const summary = useSelector(liveStream, selectSummary);
  const counting = useSelector(liveStream, selectIsCounting);
  const heard = useSelector(liveStream, selectHeard);
  const heardReceivers = useSelector(liveStream, selectHeardReceivers, shallowEqual);
  const chart = useRef<LiveChartHandle>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const table = display === 'table';
  const clock = useMemo(() => pageClock(() => hostNow(props.contactWindow.getSnapshot().context)), [props.contactWindow]);
  const times = useTimes();
  const { latest, legend, loading } = figures;
  // If the group under the pointer disappears from the legend, no leave event fires, so check that it is
  // still there.
  const pointedAt = [...legend.groups, ...legend.aside].some(({ value }) => value === pointed) ? pointed : null;
  const isFull = useSelector(props.contactWindow, (snapshot) => selectContents(snapshot).lacks(figures.range));
  const notReceived = notReceivedText(gaps, figures.range, times);
  // A change of how the stream looks adds no step for Back; a change of its filters does.
  const look = (changes: Partial<StreamSettings>): void => changeAddress((present) => ({ ...present, ...changes }), 'replace');
  const clearFilters = (): void => changeAddress((present) => ({ ...present, filters: noFilters, focus: null }));
  const latestContacts = (
    <LatestContacts
      contacts={latest}
      hidden={legend.hidden + countOf(legend.aside)}
      isUnknown={counting || loading}
      level={table ? 2 : 3}
      receivers={receivers}
      times={times}
      onClearFilters={clearFilters}
    />
  );
  const filterBy = (chosen: ContactFilters): void => {
    if (areSameFilters(chosen, filters)) liveStream.send({ type: 'filters.close' });
    else changeAddress((present) => ({ ...present, filters: chosen }));
  };

  return (
    <>
      <UnknownReceivers name="rxId" ids={filters.rxId} heard={heardReceivers} />
      <Card label="Chart">
        <StreamControls
          groupBy={groupBy}
          timeLimit={timeLimit}
          paused={pausedAt !== null}
          table={table}
          onGroupBy={(kind) => look({ groupBy: kind, focus: null })}
          onTimeLimit={(ms) => look({ timeLimit: ms })}
          onPause={() => liveStream.send({ type: 'stream.pause' })}
          onResume={() => liveStream.send({ type: 'stream.resume' })}
          onTable={(isTable) => look({ display: isTable ? 'table' : 'chart' })}
        >
          <ExploreMenu
            settings={{ filters, groupBy }}
            shown={() => {
              const snapshot = liveStream.getSnapshot();
              return { span: selectFigures(snapshot).range, rxIds: selectView(snapshot).heardValues().rxId };
            }}
            receivers={receivers}
          />
          {fileExport ? (
            <SaveMenu
              chart={chart}
              liveStream={liveStream}
              fileExport={fileExport}
              setting={{ title: system?.commonName ?? '', span: timeLimit, receivers, times, gaps }}
            />
          ) : null}
        </StreamControls>
        <LineState
          times={times}
          loading={loading ? timeLimit : null}
          waiting={pausedAt === null ? null : <Waiting contactWindow={props.contactWindow} />}
        />
        {system?.source === 'replay' ? (
          <Recorded contactWindow={props.contactWindow} edge={figures.range.to} times={times} />
        ) : null}
        {table ? (
          <div className={styles.tall}>
            {latestContacts}
            {legend.shown > latest.length && !loading ? (
              <p className="quiet above-8">
                {`The newest ${latest.length} of ${countText(legend.shown)}; the CSV holds all of them`}
              </p>
            ) : null}
          </div>
        ) : (
          <div className={styles.plot}>
            <LiveChart
              handle={chart}
              view={view}
              timeLimit={timeLimit}
              shown={figures.at === -Infinity ? Infinity : legend.shown}
              pausedAt={pausedAt}
              clock={clock}
              scheme={scheme}
              times={times}
              receivers={receivers}
              gaps={gaps}
              pointed={pointedAt}
            />
            <LiveSummary figures={summary} receivers={receivers} times={times} gaps={gaps} />
          </div>
        )}
        <LiveLegend
          legend={legend}
          receivers={receivers}
          scheme={scheme}
          counting={counting}
          loading={loading}
          focus={focus}
          onFocus={(next) => look({ focus: next })}
          onPoint={setPointed}
        />
        {isFull ? <p className="quiet above-8">{fullWindowText}</p> : null}
        {notReceived === '' ? null : <p className="quiet above-8">{notReceived}</p>}
      </Card>
      {table ? null : <Card title="Latest contacts">{latestContacts}</Card>}
      {filtering ? (
        <DialogBoundary onRetry={props.onReload} onClose={() => liveStream.send({ type: 'filters.close' })}>
          <FilterDialog
            filters={filters}
            heard={heard}
            receivers={receivers}
            onApply={filterBy}
            onClose={() => liveStream.send({ type: 'filters.close' })}
          />
        </DialogBoundary>
      ) : null}
    </>
  );
}

/** LIVE-33: says when the contacts at the right end of the chart were recorded. */
function Recorded(props: { contactWindow: ContactWindowRef; edge: number; times: TimeText }) {
  const recorded = useSelector(props.contactWindow, (snapshot) => selectRecordedAt(snapshot, props.edge));
  return <p className={styles.state}>{recorded === null ? null : replayText(recorded, props.times)}</p>;
}

/** LIVE-7: 'Paused, 1,284 contacts waiting'. */
function Waiting(props: { contactWindow: ContactWindowRef }) {
  const waiting = useSelector(props.contactWindow, (snapshot) => selectContents(snapshot).waiting);
  return <>{`Paused, ${waiting.toLocaleString('en-US')} ${waiting === 1 ? 'contact' : 'contacts'} waiting`}</>;
}
