import { useProvider } from '@adobe/react-spectrum/Provider';
import { useSelector } from '@xstate/react';
import { type ReactNode, useRef, useState } from 'react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { type Chart, chartCsv, chartFile, isNothing } from '../../model/charts/chart.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { Button } from '../controls/button.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { PartBoundary } from '../controls/parts.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { Notice } from '../controls/notice.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import type { ShownAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import { type ChartFormat, ChartMenu } from './chart-menu.tsx';
import { ChartTable } from './chart-table.tsx';
import styles from './statistic-chart.module.css';
import type { VegaChartHandle } from './vega-chart.tsx';
import { later } from '../controls/later.tsx';

const VegaChart = later(() => import('./vega-chart.tsx'));

/** A chart of figures takes this much room before it is known (px). */
const usualHeight = 320;

/** The heading below one. */
const belows = { 2: 3, 3: 4, 4: 5 } as const;

type Props = {
  /** Stands above it, also while it is loading or failed. */
  title: string;
  /** Of its heading: one more than of the section or the part that it is in. */
  level?: 2 | 3 | 4;
  /** Null until its figures have come. */
  chart: Chart | null;
  /** The question whose answer it draws. */
  asked: ShownAnswer<unknown>;
  /** The title of the error where its figures do not come. */
  failed?: string;
  /** What that says first. */
  failedWhat?: string;
  /** What else its header offers. */
  tools?: ReactNode;
  /** Opens what a mark is of. */
  onPick?: (key: string) => void;
  onReload: () => void;
};

/**
 * The one component of charts (CHART-1 to CHART-4): drawn, as a table and as a file from the same rows;
 * loading, empty, failed and old are said in words.
 */
export function StatisticChart({
  title,
  level = 2,
  chart,
  asked,
  failed = 'An error occured',
  failedWhat,
  tools = null,
  onPick,
  onReload,
}: Props) {
  const [isTable, setTable] = useState(false);
  const drawn = useRef<VegaChartHandle>(null);
  const { colorScheme } = useProvider();
  const { isFailed, isStale, failure, again } = asked;
  const isThere = chart !== null && !isFailed && !isNothing(chart);
  const Heading = `h${level}` as const;
  const below = belows[level];
  return (
    <>
      <header className="row wrap between">
        <Heading className={`heading ${styles.title}`}>{title}</Heading>
        <span className="wrap inline">
          {isStale ? (
            <span className="quiet" role="status">
              Not refreshed <SmallRetry failure={failure} onRetry={again} />
            </span>
          ) : null}
          {tools}
          {isThere ? (
            <>
              <Button onPress={() => setTable(!isTable)}>{isTable ? 'Chart' : 'Table'}</Button>
              <SaveChart chart={chart} drawn={isTable ? null : drawn} />
            </>
          ) : null}
        </span>
      </header>
      <div className={styles.body}>{content()}</div>
    </>
  );

  function content(): ReactNode {
    const waiting = <Skeleton label="Loading the chart" bars={1} barHeight={usualHeight} />;
    if (isFailed)
      return (
        <LoadFailure
          title={failed}
          level={below}
          {...(failedWhat === undefined ? {} : { what: failedWhat })}
          failure={failure}
          onRetry={again}
        />
      );
    if (chart === null) return waiting;
    if (isNothing(chart)) return <Notice level={below} title="Nothing to show" />;
    if (isTable) return <ChartTable chart={chart} />;
    return (
      <PartBoundary waiting={waiting} onRetry={onReload}>
        <VegaChart handle={drawn} chart={chart} scheme={colorScheme === 'light' ? 'light' : 'dark'} onPick={onPick} />
      </PartBoundary>
    );
  }
}

type SaveProps = { chart: Chart; drawn: React.RefObject<VegaChartHandle | null> | null };

/** CHART-3: rows and pictures of what is shown; of a table there is no picture. */
function SaveChart({ chart, drawn }: SaveProps) {
  const { fileExport, contactWindow } = useSession();
  const system = useReadModel(({ account }) => selectedSystem(account));
  const times = useTimes();
  const isBusy = useSelector(fileExport, (snapshot) => snapshot?.hasTag('busy') ?? false);
  if (fileExport === undefined || contactWindow === undefined) return null;
  const partsOf = {
    csv: () => chartCsv(chart),
    png: () => drawn?.current?.png(),
    svg: () => drawn?.current?.svg(),
  };
  const mimeTypes = { csv: 'text/csv;charset=utf-8', png: 'image/png', svg: 'image/svg+xml' };
  const save = (format: ChartFormat, csv: { forExcel?: boolean }) => {
    const part = partsOf[format]();
    if (part === undefined) return;
    const stamp = times.stamp(hostNow(contactWindow.getSnapshot().context));
    const name = chartFile(system?.commonName ?? '', chart, stamp, format);
    fileExport.send({ type: 'file.save', file: { name, mimeType: mimeTypes[format], parts: [part] }, ...csv });
  };
  return (
    <ChartMenu
      busy={isBusy}
      whyNoCsv={null}
      whyNoPicture={drawn === null ? 'the chart is not shown' : null}
      onSave={save}
      onCancel={() => fileExport.send({ type: 'file.cancel' })}
    />
  );
}
