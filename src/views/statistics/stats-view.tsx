import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { StatsPageRef } from '../../machines/stats-page/stats-page-machine.ts';
import type { StatsRequestRef } from '../../machines/stats-request/stats-request-machine.ts';
import type { Chart } from '../../model/charts/chart.ts';
import { antennasChart } from '../../model/charts/contact-charts.ts';
import {
  aggregateChart,
  aggregateKey,
  codesChart,
  type ColourSetting,
  frequenciesChart,
  powersChart,
  statesChart,
} from '../../model/statistics/statistics-charts.ts';
import { antennaCell, antennaHeatChart } from '../../model/statistics/antenna-heat.ts';
import { type FleetLook, siteColourMap } from '../../model/statistics/fleet-looks.ts';
import type { Explored } from '../../model/explorer/explorer-address.ts';
import {
  exploredAggregate,
  exploredAntenna,
  exploredBeacon,
  exploredCode,
  exploredFrequency,
  exploredState,
} from '../../model/explorer/opened-by.ts';
import { spanAsked, statsAddress, type StatsQuestion, timeText } from '../../model/statistics/stats-question.ts';
import { StatisticChart } from '../charts/statistic-chart.tsx';
import { Card } from '../controls/card.tsx';
import { FailedNotice } from '../controls/failed-notice.tsx';
import { OneRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { ContactExplorer } from '../explorer/contact-explorer.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import { UnknownReceivers } from '../session/refused-address.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import type { ShownAnswer } from '../session/use-answer.ts';
import { useHostNow, useTimes } from '../session/use-host-clock.ts';
import { StatsPanel } from './stats-panel.tsx';
import { AntennaTable, BeaconTable } from './stats-tables.tsx';
import { useStats } from './use-stats.ts';
import styles from './stats.module.css';

/** STAT-9: the request, and its answers in two sections. */
export default function StatsView({ actor: page, onReload }: ScreenProps<StatsPageRef>) {
  const actor = useSelector(page, ({ children }) => children.request);
  const explorer = useSelector(page, ({ children }) => children.explorer);
  const [{ explored }, change] = useAddress(statsAddress);
  return (
    <>
      {actor === undefined ? <FailedNotice level={2} onRetry={onReload} /> : <Statistics actor={actor} onReload={onReload} />}
      {explorer === undefined ? null : (
        <ContactExplorer
          explorer={explorer}
          explored={explored}
          onChange={(next, how) => change((before) => ({ ...before, explored: next(before.explored) }), how)}
        />
      )}
    </>
  );
}

function Statistics({ actor, onReload }: Props) {
  const asked = useSelector(actor, ({ context }) => context.asked);
  const open = useExplore(actor);
  useEffect(() => actor.send({ type: 'stats.drawn' }), [actor]);
  return (
    <Page title="Statistics" about="What receivers heard, and how well" actions={<LineNotice />}>
      <OneRetry>
        <UnknownReceivers name="receivers" ids={asked?.rxIds ?? []} />
        <StatsPanel actor={actor} />
        {asked === null ? null : <p className="quiet" role="status">{`Statistics of ${shownText(asked)}`}</p>}
        <Section title="Receiver & Antenna Health">
          <AntennaTable actor={actor} onExplore={(rxId, antenna) => open((span) => exploredAntenna(rxId, antenna, span))} />
          <BeaconTable actor={actor} onExplore={(row) => open((span) => exploredBeacon(row, span))} />
          {asked === null ? null : <Timeline actor={actor} onReload={onReload} />}
        </Section>
        {asked === null ? null : (
          <Section title="Telemetry Analytics">
            <Analytics actor={actor} onReload={onReload} />
          </Section>
        )}
      </OneRetry>
    </Page>
  );
}

function shownText(asked: StatsQuestion): string {
  const { rxIds } = asked;
  const receivers = rxIds === null ? 'all receivers' : `${rxIds.length} ${rxIds.length === 1 ? 'receiver' : 'receivers'}`;
  return `${timeText(asked)}, ${receivers}${asked.noise === 'without' ? ', without noise' : ''}`;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className="heading">{title}</h2>
      {children}
    </section>
  );
}

type Props = { actor: StatsRequestRef; onReload: () => void };

function useSetting(): ColourSetting {
  const looks = useReadModel(({ fleet }) => siteColourMap(fleet));
  const [{ colorBy }] = useAddress(statsAddress);
  return useMemo(() => ({ looks, colorBy }), [looks, colorBy]);
}

/** Returns a function that opens the explorer over the page (EXP-1). */
function useExplore(actor: StatsRequestRef) {
  const [, change] = useAddress(statsAddress);
  const times = useTimes();
  const now = useHostNow();
  return (explored: (span: { from: number; to: number }) => Explored | null): void => {
    const { asked } = actor.getSnapshot().context;
    const next = asked === null ? null : explored(spanAsked(asked, times, now()));
    if (next !== null) change((before) => ({ ...before, explored: next }));
  };
}

function Timeline({ actor, onReload }: Props) {
  const setting = useSetting();
  const times = useTimes();
  const asked = useStats(actor, 'timeline');
  const chart = useMemo(() => asked.answer && statesChart(asked.answer, setting, times), [asked.answer, setting, times]);
  const open = useExplore(actor);
  const pick = (key: string): void => {
    const row = asked.answer?.find(({ ReceiverId, startTime }) => `${ReceiverId}/${startTime}` === key);
    if (row !== undefined) open(() => exploredState(row));
  };
  return (
    <Charted
      title="Receiver status timeline"
      chart={chart}
      asked={asked}
      failed="Oops, something went wrong!"
      onPick={pick}
      onReload={onReload}
    />
  );
}

/**
 * The charts. They are computed once for each answer, not each time the pointer moves: there may be thousands
 * of rows.
 */
function Analytics({ actor, onReload }: Props) {
  const setting = useSetting();
  const looks = useMemo(() => {
    const colourOf = ({ color, siteColor }: FleetLook) => (setting.colorBy === 'site' ? (siteColor ?? color) : color);
    return new Map([...setting.looks].map(([id, look]) => [id, { alias: look.alias, color: colourOf(look) }]));
  }, [setting]);
  const times = useTimes();
  const perAntenna = useStats(actor, 'perAntenna');
  const aggregate = useStats(actor, 'aggregate');
  const codes = useStats(actor, 'codes');
  const frequencies = useStats(actor, 'frequencies');
  const powers = useStats(actor, 'powers');
  const antennas = useMemo(
    () => perAntenna.answer && antennasChart(perAntenna.answer.contacts, looks, 'Contacts per antenna'),
    [perAntenna.answer, looks],
  );
  const hours = useMemo(
    () => perAntenna.answer && antennaHeatChart(perAntenna.answer, setting.looks, times),
    [perAntenna.answer, setting.looks, times],
  );
  const points = useMemo(
    () => aggregate.answer && aggregateChart(aggregate.answer, setting, 'Aggregated contacts'),
    [aggregate.answer, setting],
  );
  const ofCodes = useMemo(() => codes.answer && codesChart(codes.answer, setting), [codes.answer, setting]);
  const ofFrequencies = useMemo(
    () => frequencies.answer && frequenciesChart(frequencies.answer, setting),
    [frequencies.answer, setting],
  );
  const ofPowers = useMemo(() => powers.answer && powersChart(powers.answer, setting), [powers.answer, setting]);
  const props = { onReload };
  const open = useExplore(actor);
  const pickAntenna = (key: string): void => {
    const [rxId = 0, antenna = 0] = key.split('-').map(Number);
    open((span) => exploredAntenna(rxId, antenna, span));
  };
  const pickHour = (key: string): void => {
    const cell = perAntenna.answer && antennaCell(key, perAntenna.answer);
    if (cell !== null) open(() => exploredAntenna(cell.rxId, cell.antenna, cell));
  };
  const pickAggregate = (key: string): void => {
    const row = aggregate.answer?.find((each) => aggregateKey(each) === key);
    if (row !== undefined) open((span) => exploredAggregate(row, span));
  };
  // If bars are grouped by site, each covers several receivers, but the explorer shows only one.
  const isOfOne = setting.colorBy === 'receiver';
  const pickCode = (key: string): void => {
    const row = codes.answer?.find((each) => `${each.codeNumber ?? 'none'}/${each.ReceiverId}` === key);
    if (row !== undefined) open((span) => exploredCode(row, span));
  };
  const pickFrequency = (key: string): void => {
    const row = frequencies.answer?.find((each) => `${each.frequency}/${each.ReceiverId}` === key);
    if (row !== undefined) open((span) => exploredFrequency(row, span));
  };
  const pickPower = (key: string): void => open((span) => exploredAntenna(Number(key.split('/')[1]), null, span));
  return (
    <div className={styles.charts}>
      <Charted title="Contacts per antenna" chart={antennas} asked={perAntenna} onPick={pickAntenna} {...props} />
      <Charted title="Contacts per antenna and hour" chart={hours} asked={perAntenna} onPick={pickHour} {...props} />
      <Charted title="Aggregated contacts" chart={points} asked={aggregate} onPick={pickAggregate} {...props} />
      <Charted title="Contact codes" chart={ofCodes} asked={codes} {...(isOfOne ? { onPick: pickCode } : {})} {...props} />
      <Charted
        title="Contacts per frequency"
        chart={ofFrequencies}
        asked={frequencies}
        {...(isOfOne ? { onPick: pickFrequency } : {})}
        {...props}
      />
      <Charted title="Contact power" chart={ofPowers} asked={powers} {...(isOfOne ? { onPick: pickPower } : {})} {...props} />
    </div>
  );
}

type ChartedProps = {
  title: string;
  chart: Chart | null;
  asked: ShownAnswer<unknown>;
  failed?: string;
  onPick?: (key: string) => void;
  onReload: () => void;
};

function Charted(props: ChartedProps) {
  return (
    <Card label={props.title}>
      <StatisticChart level={3} {...props} />
    </Card>
  );
}
