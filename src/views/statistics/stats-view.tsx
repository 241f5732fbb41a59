import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import type { StatsRequestRef } from '../../machines/stats-request/stats-request-machine.ts';
import type { Chart } from '../../model/charts/chart.ts';
import { antennasChart } from '../../model/charts/contact-charts.ts';
import {
  aggregateChart,
  codesChart,
  type ColourSetting,
  frequenciesChart,
  powersChart,
  statesChart,
} from '../../model/charts/statistics-charts.ts';
import { type FleetLook, siteColourMap } from '../../model/statistics/fleet-looks.ts';
import { statsAddress, type StatsQuestion, timeText } from '../../model/statistics/stats-question.ts';
import { StatisticChart } from '../charts/statistic-chart.tsx';
import { Card } from '../controls/card.tsx';
import { OneRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import { UnknownReceivers } from '../session/refused-address.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import type { ShownAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import { StatsPanel } from './stats-panel.tsx';
import { AntennaTable, BeaconTable } from './stats-tables.tsx';
import { useStats } from './use-stats.ts';
import styles from './stats.module.css';

/** STAT-9: what is asked for, and its answers in two sections. */
export default function StatsView({ actor, onReload }: ScreenProps<StatsRequestRef>) {
  const asked = useSelector(actor, ({ context }) => context.asked);
  return (
    <Page title="Statistics" about="What receivers heard, and how well" actions={<LineNotice />}>
      <OneRetry>
        <UnknownReceivers name="receivers" ids={asked?.rxIds ?? []} />
        <StatsPanel actor={actor} />
        {asked === null ? null : <p className={styles.shown} role="status">{`Statistics of ${shownText(asked)}`}</p>}
        <Section title="Receiver & Antenna Health">
          <AntennaTable actor={actor} />
          <BeaconTable actor={actor} />
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
      <h2 className={styles.title}>{title}</h2>
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

function Timeline({ actor, onReload }: Props) {
  const setting = useSetting();
  const times = useTimes();
  const asked = useStats(actor, 'timeline');
  const chart = useMemo(() => asked.answer && statesChart(asked.answer, setting, times), [asked.answer, setting, times]);
  return (
    <Charted
      title="Receiver status timeline"
      chart={chart}
      asked={asked}
      failed="Oops, something went wrong!"
      onReload={onReload}
    />
  );
}

/** Charts are made once of each answer: thousands of rows are not made again as the pointer moves. */
function Analytics({ actor, onReload }: Props) {
  const setting = useSetting();
  const looks = useMemo(() => {
    const colourOf = ({ color, siteColor }: FleetLook) => (setting.colorBy === 'site' ? (siteColor ?? color) : color);
    return new Map([...setting.looks].map(([id, look]) => [id, { alias: look.alias, color: colourOf(look) }]));
  }, [setting]);
  const perAntenna = useStats(actor, 'perAntenna');
  const aggregate = useStats(actor, 'aggregate');
  const codes = useStats(actor, 'codes');
  const frequencies = useStats(actor, 'frequencies');
  const powers = useStats(actor, 'powers');
  const antennas = useMemo(
    () => perAntenna.answer && antennasChart(perAntenna.answer, looks, 'Contacts per antenna'),
    [perAntenna.answer, looks],
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
  return (
    <div className={styles.charts}>
      <Charted title="Contacts per antenna" chart={antennas} asked={perAntenna} {...props} />
      <Charted title="Aggregated contacts" chart={points} asked={aggregate} {...props} />
      <Charted title="Contact codes" chart={ofCodes} asked={codes} {...props} />
      <Charted title="Contacts per frequency" chart={ofFrequencies} asked={frequencies} {...props} />
      <Charted title="Contact power" chart={ofPowers} asked={powers} {...props} />
    </div>
  );
}

type ChartedProps = {
  title: string;
  chart: Chart | null;
  asked: ShownAnswer<unknown>;
  failed?: string;
  onReload: () => void;
};

function Charted(props: ChartedProps) {
  return (
    <Card label={props.title}>
      <StatisticChart level={3} {...props} />
    </Card>
  );
}
