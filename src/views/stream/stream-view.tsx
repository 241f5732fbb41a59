import { useProvider } from '@adobe/react-spectrum/Provider';
import { useSelector } from '@xstate/react';
import { lazy, useMemo, useRef, useState } from 'react';
import { type ContactWindowRef, hostNow, selectContents } from '../../machines/contact-window/contact-window-machine.ts';
import { selectSocket } from '../../machines/host-session/host-session-selectors.ts';
import type { LiveStreamRef } from '../../machines/live-stream/live-stream-machine.ts';
import { selectGaps } from '../../machines/socket/socket-selectors.ts';
import { aboutStream } from '../../model/entities/contact-source.ts';
import { countText, TimeText } from '../../model/live/contact-text.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { receiverLooks } from '../../model/journal/read-models/fleet-selectors.ts';
import { pageClock } from '../charts/chart-clock.ts';
import { LiveChart, type LiveChartHandle, type LiveFigures } from '../charts/live-chart.tsx';
import { LiveLegend } from '../charts/live-legend.tsx';
import { Card } from '../controls/card.tsx';
import { DialogBoundary } from '../controls/dialog-boundary.tsx';
import { Page } from '../controls/page.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { FilterButton } from './filter-button.tsx';
import { LatestContacts } from './latest-contacts.tsx';
import { LineState } from './line-state.tsx';
import { SaveMenu } from './save-menu.tsx';
import { StreamControls } from './stream-controls.tsx';
import { StreamConnecting, StreamFailed } from './stream-missing.tsx';
import styles from './stream.module.css';

const FilterDialog = lazy(() => import('./filter-dialog.tsx'));

/** How many of the newest contacts stand below the chart, and in its place. */
const latestCount = 10;
const tableCount = 500;

type StreamProps = { contactWindow: ContactWindowRef; liveStream: LiveStreamRef; onReload: () => void };

/** The live stream (LIVE-1): contacts as the receivers hear them. */
export default function StreamView(props: { onReload: () => void }) {
  const { contactWindow, liveStream } = useSession();
  const system = useReadModel((models) => selectedSystem(models.account));
  return (
    <Page title="Live stream" about={system ? aboutStream(system) : ''}>
      {contactWindow && liveStream ? (
        <Stream contactWindow={contactWindow} liveStream={liveStream} onReload={props.onReload} />
      ) : null}
    </Page>
  );
}

function Stream(props: StreamProps) {
  const { liveStream } = props;
  const state = useSelector(liveStream, (snapshot) => snapshot);
  const begun = useSelector(props.contactWindow, (snapshot) => selectContents(snapshot).size > 0);
  const failed = state.hasTag('failed');
  if (failed && !begun) return <StreamFailed liveStream={liveStream} />;
  if (state.matches({ line: { watched: 'connecting' } }) && !begun) return <StreamConnecting />;
  return <RunningStream {...props} />;
}

/** The stream with what has been heard; stays while the line is lost, and says so. */
function RunningStream(props: StreamProps) {
  const { liveStream } = props;
  const state = useSelector(liveStream, (snapshot) => snapshot);
  const { groupBy, timeLimit, contactFilters, pausedAt } = state.context;
  const contents = useSelector(props.contactWindow, selectContents);
  const receivers = useReadModel((models) => receiverLooks(models.fleet));
  const system = useReadModel((models) => selectedSystem(models.account));
  const timezone = system?.timezone ?? 'UTC';
  const { fileExport, session } = useSession();
  const gaps = useSelector(useSelector(session, selectSocket), selectGaps);
  const { colorScheme } = useProvider();
  const scheme = colorScheme === 'light' ? 'light' : 'dark';
  const [figures, setFigures] = useState<LiveFigures | null>(null);
  const chart = useRef<LiveChartHandle>(null);
  const table = state.matches({ display: 'table' });
  const clock = useMemo(() => pageClock(() => hostNow(props.contactWindow.getSnapshot().context)), [props.contactWindow]);
  const times = useMemo(() => new TimeText(timezone), [timezone]);
  const latest = figures?.latest ?? [];
  const shown = figures?.legend.shown ?? 0;
  const filterCount = Object.values(contactFilters).reduce((count, values) => count + values.length, 0);

  return (
    <>
      <Card label="Chart">
        <StreamControls
          groupBy={groupBy}
          timeLimit={timeLimit}
          paused={pausedAt !== null}
          table={table}
          onGroupBy={(kind) => liveStream.send({ type: 'grouping.choose', groupBy: kind })}
          onTimeLimit={(ms) => liveStream.send({ type: 'timeLimit.choose', timeLimit: ms })}
          onPause={() => liveStream.send({ type: 'stream.pause' })}
          onResume={() => liveStream.send({ type: 'stream.resume' })}
          onTable={(isTable) => liveStream.send({ type: isTable ? 'table.open' : 'table.close' })}
        >
          {fileExport ? (
            <SaveMenu
              chart={chart}
              fileExport={fileExport}
              table={table}
              setting={{ title: system?.commonName ?? '', span: timeLimit, scheme, receivers, times, gaps }}
            />
          ) : null}
        </StreamControls>
        <LineState
          liveStream={liveStream}
          times={times}
          waiting={pausedAt === null ? null : <Waiting contactWindow={props.contactWindow} />}
        />
        {/* Out of sight the chart still counts what the legend and the table show. */}
        <div className={styles.plot} hidden={table}>
          <LiveChart
            handle={chart}
            window={contents}
            groupBy={groupBy}
            timeLimit={timeLimit}
            filters={contactFilters}
            pausedAt={pausedAt}
            clock={clock}
            scheme={scheme}
            timezone={timezone}
            receivers={receivers}
            gaps={gaps}
            latestCount={table ? tableCount : latestCount}
            onFigures={setFigures}
          />
        </div>
        {table ? (
          <div className={styles.tall}>
            <LatestContacts contacts={latest} receivers={receivers} times={times} />
            {shown > latest.length ? (
              <p className={styles.note}>{`The newest ${latest.length} of ${countText(shown)}; the CSV holds all of them`}</p>
            ) : null}
          </div>
        ) : null}
        {figures === null ? null : <LiveLegend legend={figures.legend} receivers={receivers} scheme={scheme} />}
        {figures === null || figures.notReceived === '' ? null : <p className={styles.note}>{figures.notReceived}</p>}
      </Card>
      {table ? null : (
        <Card title="Latest contacts">
          <LatestContacts contacts={latest} receivers={receivers} times={times} />
        </Card>
      )}
      <FilterButton count={filterCount} onPress={() => liveStream.send({ type: 'filters.open' })} />
      {state.matches({ filters: 'open' }) && figures !== null ? (
        <DialogBoundary onRetry={props.onReload} onClose={() => liveStream.send({ type: 'filters.close' })}>
          <FilterDialog
            filters={contactFilters}
            choices={figures.choices}
            receivers={receivers}
            onApply={(filters) => liveStream.send({ type: 'filters.apply', filters })}
            onClose={() => liveStream.send({ type: 'filters.close' })}
          />
        </DialogBoundary>
      ) : null}
    </>
  );
}

/** LIVE-7: 'Paused, 1,284 contacts waiting'. */
function Waiting(props: { contactWindow: ContactWindowRef }) {
  const waiting = useSelector(props.contactWindow, (snapshot) => selectContents(snapshot).waiting);
  return <>{`Paused, ${waiting.toLocaleString('en-US')} ${waiting === 1 ? 'contact' : 'contacts'} waiting`}</>;
}
