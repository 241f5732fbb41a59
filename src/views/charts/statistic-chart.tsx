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

/** The height kept free for a chart until its figures are known (px). */
const usualHeight = 320;

/** For each level of heading, the level of a heading below it. */
const belows = { 2: 3, 3: 4, 4: 5 } as const;

type Props = {
  /** Shown above the chart, even while it is loading or failed. */
  title: string;
  /** The level of the title: one more than that of the section or part around it. */
  level?: 2 | 3 | 4;
  /** The chart; null until its figures are loaded. */
  chart: Chart | null;
  /** The question whose answer the chart draws. */
  asked: ShownAnswer<unknown>;
  /** The title of the error shown if the figures cannot be loaded. */
  failed?: string;
  /** The first sentence of that error. */
  failedWhat?: string;
  /** More controls for the chart's header. */
  tools?: ReactNode;
  /** Opens the thing that a mark represents. */
  onPick?: (key: string) => void;
  onReload: () => void;
};

/**
 * Shows any chart of figures (CHART-1 to CHART-4) as a drawing, a table or a file of the same rows. Says in
 * words if it is loading, empty, failed or outdated.
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

/** Saves the rows or a picture of the shown chart (CHART-3); the table has no picture. */
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
