import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type BeaconsPageRef, selectDetections, selectExplorer } from '../../machines/beacons-page/beacons-page-machine.ts';
import {
  type BeaconDetections,
  beaconCell,
  beaconHeatChart,
  isHeardRecently,
  lastHeard,
} from '../../model/beacons/beacon-heat.ts';
import { type HeardBeacon, beaconRows, hitsText } from '../../model/beacons/beacon-rows.ts';
import { beaconsAddress, toggledBeacon } from '../../model/beacons/beacons-address.ts';
import { exploredBeacon } from '../../model/explorer/opened-by.ts';
import { beaconsModel } from '../../model/journal/screen-models/beacons.ts';
import { registryModels } from '../../model/journal/screen-models/registries.ts';
import { wrongIntervalText } from '../../model/registry/transmitters/measured-interval.ts';
import { siteColourMap } from '../../model/statistics/fleet-looks.ts';
import { useRelativeNow } from '../alarms/use-relative-now.ts';
import { StatisticChart } from '../charts/statistic-chart.tsx';
import { Accordion, AccordionItem } from '../controls/accordion.tsx';
import { Notice } from '../controls/notice.tsx';
import { OneRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { StatusMark } from '../controls/status-mark.tsx';
import { ContactExplorer } from '../explorer/contact-explorer.tsx';
import { Listed } from '../registry/listed.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel, useScreenModel } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { useFirstOpened } from '../session/use-first-opened.ts';
import { type ShownAnswer, useAnswer } from '../session/use-answer.ts';
import { useHostHour, useTimes } from '../session/use-host-clock.ts';
import styles from './beacons.module.css';

type Props = ScreenProps<BeaconsPageRef>;

/** Shows how well each antenna hears each beacon (REG-26). */
export default function BeaconsView({ actor, onReload }: Props) {
  const summary = useScreenModel(beaconsModel, (model) => model.summary);
  const transmitters = useScreenModel(registryModels.transmitter, (state) => (state.order.epoch === null ? null : state.rows));
  const rows = useMemo(
    () => (summary === null || transmitters === null ? null : beaconRows(Object.values(transmitters), summary)),
    [summary, transmitters],
  );
  const [{ opened, explored }, change] = useAddress(beaconsAddress);
  useFirstOpened(opened, rows, (id) => change((before) => ({ ...before, opened: [id] }), 'replace'));
  const explorer = useSelector(actor, selectExplorer);
  return (
    <Page title="Beacons" about="How well each antenna hears each beacon" actions={<LineNotice />}>
      <OneRetry>
        <Listed title="Beacons" words={['beacon', 'beacons']} needs={['transmitters']} rows={rows}>
          {(all) =>
            all.length === 0 ? (
              <NoBeacons />
            ) : (
              <>
                <Silent rows={all} />
                <Beacons rows={all} actor={actor} onReload={onReload} />
              </>
            )
          }
        </Listed>
      </OneRetry>
      {explorer === undefined ? null : (
        <ContactExplorer
          explorer={explorer}
          explored={explored}
          onChange={(next, how) => change((before) => ({ ...before, explored: next(before.explored) }), how)}
        />
      )}
    </Page>
  );
}

function NoBeacons() {
  return (
    <Notice level={3} title="No beacons to show">
      <p>A beacon is shown here when</p>
      <ul className="line-24">
        <li>its transmitter is designated 'Beacon',</li>
        <li>it was received in the livestream in the past 7 days,</li>
        <li>and few false-positive contacts have the same code number.</li>
      </ul>
    </Notice>
  );
}

/** Lists the antennas that have not heard a beacon in the past hour although they usually do. */
function Silent({ rows }: { rows: readonly HeardBeacon[] }) {
  const looks = useReadModel(({ fleet }) => siteColourMap(fleet));
  const silent = rows.filter((row) => row.silent.length > 0);
  if (silent.length === 0)
    return <p className="below-16">In the past hour, every antenna that usually hears a beacon heard it.</p>;
  return (
    <div className="below-16">
      <h3>Not heard in the past hour</h3>
      <ul className="line-24">
        {silent.map((row) => (
          <li key={row.id}>
            {`${row.serialNumber}: ${row.silent
              .map(({ ReceiverId, antenna }) => `${looks.get(ReceiverId)?.alias ?? `Receiver ${ReceiverId}`}, antenna ${antenna}`)
              .join('; ')}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Beacons({ rows, actor, onReload }: Props & { rows: readonly HeardBeacon[] }) {
  const now = useRelativeNow();
  return (
    <Accordion>
      {rows.map((row) => (
        <Beacon key={row.id} row={row} now={now} actor={actor} onReload={onReload} />
      ))}
    </Accordion>
  );
}

type BeaconProps = Props & { row: HeardBeacon; now: number };

function Beacon({ row, now, actor, onReload }: BeaconProps) {
  const [{ opened }, change] = useAddress(beaconsAddress);
  const asked = useAnswer(useSelector(actor, (snapshot) => selectDetections(snapshot, row.id)));
  const isRecent = asked.answer !== null && isHeardRecently(asked.answer, now);
  return (
    <AccordionItem
      title={row.serialNumber}
      isHighlighted={isRecent}
      aside={
        <>
          {isRecent ? <StatusMark status="online" text="Heard recently" /> : null}
          <span className="quiet">{hitsText(row)}</span>
        </>
      }
      label={`Detections of ${row.serialNumber}`}
      isOpen={opened.includes(row.id)}
      onToggle={() => change((before) => toggledBeacon(before, row.id), 'replace')}
    >
      <Heat row={row} now={now} asked={asked} onReload={onReload} />
    </AccordionItem>
  );
}

type HeatProps = Pick<BeaconProps, 'row' | 'now' | 'onReload'> & { asked: ShownAnswer<BeaconDetections> };

function Heat({ row, now, asked, onReload }: HeatProps) {
  const looks = useReadModel(({ fleet }) => siteColourMap(fleet));
  const transmitters = useScreenModel(registryModels.transmitter, ({ rows }) => rows);
  const [, change] = useAddress(beaconsAddress);
  const clock = useTimes();
  const hour = useHostHour();
  const { answer } = asked;
  const title = `Hits of ${row.serialNumber} by hour, past 7 days`;
  const chart = useMemo(
    () => answer && beaconHeatChart(answer, looks, { title, now: hour, clock }),
    [answer, looks, title, hour, clock],
  );
  const last = answer === null ? [] : lastHeard(answer, looks, { now, clock });
  const shown = transmitters[row.id];
  const wrong = shown === undefined ? null : wrongIntervalText(shown);
  const pick = (key: string): void => {
    const cell = beaconCell(key);
    const sender = transmitters[row.id];
    if (cell === null || sender === undefined) return;
    const { codeNumber, frequency, frequencyVariance } = sender;
    const explored = exploredBeacon(
      { ...cell, codeNumber, frequency, frequencyVariance },
      { from: cell.hour, to: cell.hour + 3_600_000 },
    );
    change((before) => ({ ...before, explored }));
  };
  return (
    <>
      {wrong === null ? null : (
        <p className="below-8">
          <StatusMark status="warning" text={wrong} />
        </p>
      )}
      <ul className={`line-24 ${styles.last}`} aria-label="Last heard">
        {last.map(({ key, name, isRecent, text }) => (
          <li key={key} data-recent={isRecent}>
            <span className="strong">{name}</span> {text}
          </li>
        ))}
      </ul>
      <StatisticChart level={3} title={title} chart={chart} asked={asked} onPick={pick} onReload={onReload} />
    </>
  );
}
