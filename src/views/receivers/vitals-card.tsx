import { shallowEqual } from '@xstate/react';
import { useMemo } from 'react';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import { clockText } from '../../model/receivers/clock-offset.ts';
import { daysToFull, fullText } from '../../model/receivers/memory-forecast.ts';
import { stripGradient } from '../../model/receivers/status-strip.ts';
import {
  type ReceiverHistory,
  type Reported,
  newestText,
  statusParts,
  vitalsDays,
  vitalsLine,
  type VitalsName,
  vitalsText,
  withReported,
} from '../../model/receivers/vitals-lines.ts';
import { Card } from '../controls/card.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { useReceiversScreen } from './receivers-screen.tsx';
import { colorOf, PresentMark } from './status-strip.tsx';
import records from './records.module.css';
import strip from './status-strip.module.css';
import styles from './vitals-card.module.css';

const things: readonly { name: VitalsName; label: string; unit: string }[] = [
  { name: 'voltage', label: 'Voltage', unit: 'V' },
  { name: 'memoryPercent', label: 'Memory used', unit: '%' },
  { name: 'temperature', label: 'Temperature', unit: '°C' },
];

/** Charts what the receiver reported about itself in the past 4 weeks, as lines over its states (VIT-6). */
export default function VitalsCard({ vitals, rxId }: { vitals: QuestionRef<ReceiverHistory>; rxId: number }) {
  const { answer: loaded, isFailed, isStale, failure, again } = useAnswer(vitals);
  const reported = useReadModel(({ fleet }) => reportedBy(fleet.receivers[rxId]), shallowEqual);
  const history = useMemo(() => (loaded === null ? null : withReported(loaded, reported)), [loaded, reported]);
  return (
    <Card title="Vitals of the past 4 weeks">
      {isFailed ? <LoadFailure title="Could not load its vitals" failure={failure} onRetry={again} /> : null}
      {history === null && !isFailed ? <Skeleton label="Loading" bars={1} barHeight={360} /> : null}
      {isStale ? (
        <p className={records.old}>
          Could not load newer vitals <SmallRetry failure={failure} onRetry={again} />
        </p>
      ) : null}
      {history === null ? null : <Shown history={history} />}
    </Card>
  );
}

/** Picks the values that the lines show, so that other changes of a receiver do not redraw them. */
function reportedBy(rx: Receiver | undefined): Reported | undefined {
  if (rx === undefined) return undefined;
  const { infoTime, voltage, memoryUsedMb, memoryTotalMb } = rx;
  return { infoTime, voltage, memoryUsedMb, memoryTotalMb };
}

function Shown({ history }: { history: ReceiverHistory }) {
  const { times } = useReceiversScreen();
  const states = useMemo(() => statusParts(history), [history]);
  const full = useMemo(() => daysToFull(history, history.to), [history]);
  const clock = clockText(history);
  const isKnown = history.points.length > 0;
  const none = <p className={records.none}>No voltage, memory or temperature reported in this period.</p>;
  if (!isKnown && states.length === 0 && clock === null) return none;
  return (
    <div className={styles.sides}>
      <div className={styles.lines}>
        {clock === null ? null : <p className={styles.said}>{`${clock}: the times of its contacts may be off by as much`}</p>}
        {full === null ? null : <p className={styles.said}>{fullText(full)}</p>}
        {isKnown ? things.map((thing) => <Line key={thing.name} history={history} {...thing} />) : none}
        <div className={styles.caption}>
          <span>Status</span>
          <b>
            <PresentMark parts={states} when={`At ${times.clock(history.to).slice(0, 5)}: `} />
          </b>
        </div>
        <div className={styles.states} aria-hidden style={{ background: stripGradient(states, colorOf) }} />
        <div className={strip.ends}>
          <span>{times.stamp(history.from)}</span>
          <span>{times.stamp(history.to)}</span>
        </div>
      </div>
      {isKnown ? <Days history={history} /> : null}
    </div>
  );
}

/** The same values as a table. */
function Days({ history }: { history: ReceiverHistory }) {
  const { times } = useReceiversScreen();
  const days = useMemo(() => vitalsDays(history, (ts) => times.stamp(ts).slice(0, 10)), [history, times]);
  return (
    <div className={styles.days} role="region" aria-label="Vitals by day" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {things.map(({ name, label, unit }) => (
              <th key={name} scope="col">{`${label}, ${unit}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              {things.map(({ name }) => (
                <td key={name}>{rangeText(day[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rangeText(range: { min: number; max: number } | null): string {
  return range === null ? '–' : `${vitalsText(range.min)} – ${vitalsText(range.max)}`;
}

function Line(props: { history: ReceiverHistory; name: VitalsName; label: string; unit: string }) {
  const { history, name, label, unit } = props;
  const line = useMemo(() => vitalsLine(history, name), [history, name]);
  const now = newestText(history, name);
  return (
    <figure data-of={name}>
      <figcaption className={styles.caption}>
        <span>{label}</span>
        <b>{now}</b>
      </figcaption>
      {line === null ? null : (
        <div className={styles.plot}>
          <span className={styles.high}>{vitalsText(line.high)}</span>
          <span className={styles.low}>{vitalsText(line.low)}</span>
          <svg
            viewBox="0 0 1000 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={`${label} from ${vitalsText(line.least)} to ${vitalsText(line.greatest)} ${unit}, at last ${now}`}
          >
            <path className={styles.area} d={line.area} />
            <path className={styles.line} d={line.line} vectorEffect="non-scaling-stroke" />
          </svg>
        </div>
      )}
    </figure>
  );
}
