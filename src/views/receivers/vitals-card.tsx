import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { VitalsRef } from '../../machines/vitals/vitals-machine.ts';
import { failureText } from '../../model/contract/failure.ts';
import { daysToFull, fullText } from '../../model/receivers/memory-forecast.ts';
import { stripGradient } from '../../model/receivers/status-strip.ts';
import {
  digitOf,
  newestText,
  type ReceiverHistory,
  statesBeneath,
  vitalsDays,
  vitalsLine,
  type VitalsName,
  vitalsText,
  vitalsUnits,
} from '../../model/receivers/vitals-lines.ts';
import { Card } from '../controls/card.tsx';
import { Notice } from '../controls/notice.tsx';
import { useReceiversScreen } from './receivers-screen.tsx';
import { colorOf } from './status-strip.tsx';
import styles from './vitals-card.module.css';

const things: readonly { name: VitalsName; label: string }[] = [
  { name: 'voltage', label: 'Voltage' },
  { name: 'memoryPercent', label: 'Memory used' },
  { name: 'temperature', label: 'Temperature' },
];

/** What the receiver reported of itself in the last weeks, as lines over its states (VIT-6). */
export default function VitalsCard({ vitals }: { vitals: VitalsRef }) {
  const history = useSelector(vitals, (snapshot) => snapshot.context.history);
  const failure = useSelector(vitals, (snapshot) => snapshot.context.failure);
  const isOld = useSelector(vitals, (snapshot) => snapshot.hasTag('stale'));
  const retry = <ActionButton onPress={() => vitals.send({ type: 'vitals.retry' })}>Retry</ActionButton>;
  return (
    <Card title="Vitals of the past 4 weeks">
      {history === null && failure !== null ? (
        <Notice level={3} tone="failed" title="Its vitals could not be loaded" action={retry}>
          {failureText(failure, 'The host did not answer')}
        </Notice>
      ) : null}
      {history === null && failure === null ? <div className={styles.loading} role="status" aria-label="Loading" /> : null}
      {isOld ? <p className={styles.old}>Newer vitals could not be loaded {retry}</p> : null}
      {history === null ? null : <Shown history={history} />}
    </Card>
  );
}

function Shown({ history }: { history: ReceiverHistory }) {
  const { times } = useReceiversScreen();
  const states = useMemo(() => statesBeneath(history), [history]);
  const days = useMemo(() => vitalsDays(history, (ts) => times.stamp(ts).slice(0, 10)), [history, times]);
  const full = useMemo(() => daysToFull(history.points, history.to), [history]);
  if (history.points.length === 0)
    return <p className={styles.none}>It has reported no voltage, memory or temperature in this time.</p>;
  return (
    <div className={styles.sides}>
      <div className={styles.lines}>
        {full === null ? null : <p className={styles.full}>{fullText(full)}</p>}
        {things.map((thing) => (
          <Line key={thing.name} history={history} name={thing.name} label={thing.label} />
        ))}
        <div className={styles.states} aria-hidden style={{ background: stripGradient(states, colorOf) }} />
        <div className={styles.ends}>
          <span>{times.stamp(history.from)}</span>
          <span>Status</span>
          <span>{times.stamp(history.to)}</span>
        </div>
      </div>
      <div className={styles.days} role="region" aria-label="Vitals by day" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {things.map(({ name, label }) => (
                <th key={name} scope="col">{`${label}, ${vitalsUnits[name]}`}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                {things.map(({ name }) => (
                  <td key={name}>{rangeText(name, day[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function rangeText(name: VitalsName, range: { min: number; max: number } | null): string {
  return range === null ? '–' : `${digitOf(name, range.min)} – ${digitOf(name, range.max)}`;
}

function Line({ history, name, label }: { history: ReceiverHistory; name: VitalsName; label: string }) {
  const line = useMemo(() => vitalsLine(history, name), [history, name]);
  const last = newestText(history, name);
  return (
    <figure className={styles.figure} data-of={name}>
      <figcaption className={styles.caption}>
        <span>{label}</span>
        <b>{last}</b>
      </figcaption>
      {line === null ? null : (
        <div className={styles.plot}>
          <span className={styles.high}>{line.high.toFixed(1)}</span>
          <span className={styles.low}>{line.low.toFixed(1)}</span>
          <svg
            viewBox="0 0 1000 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={`${label} from ${digitOf(name, line.least)} to ${vitalsText(name, line.greatest)}, at last ${last}`}
          >
            <path className={styles.area} d={line.area} />
            <path className={styles.line} d={line.line} vectorEffect="non-scaling-stroke" />
          </svg>
        </div>
      )}
    </figure>
  );
}
