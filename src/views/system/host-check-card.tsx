import { useSelector } from '@xstate/react';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import type { Diagnosis, Severity } from '../../model/entities/diagnosis.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';
import { type ShownAnswer, useAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './jobs.module.css';

const looks: Readonly<Record<Severity, { look: StatusLook; word: string }>> = {
  critical: { look: 'offline', word: 'Critical' },
  warning: { look: 'warning', word: 'Warning' },
  notice: { look: 'waiting', word: 'Notice' },
  fine: { look: 'online', word: 'Fine' },
};

/** The findings of the host check, for the operator alone (DOC-12). */
export function HostCheckCard({ check }: { check: QuestionRef<Diagnosis> }) {
  const isBarred = useSelector(check, (snapshot) => snapshot.hasTag('idle'));
  const asked = useAnswer(check);
  const { answer, isFailed, failure, again } = asked;
  if (isBarred) return null;
  return (
    <Card title="This host" aside={answer === null ? null : <Aside asked={asked} at={answer.at} />}>
      {answer !== null ? (
        <Findings diagnosis={answer} />
      ) : isFailed ? (
        <LoadFailure title="Host check failed" failure={failure} onRetry={again} />
      ) : (
        <Skeleton label="Checking the host" bars={4} barHeight={40} />
      )}
    </Card>
  );
}

/** Beside the title: when the host was checked, and a button to check it again. */
function Aside({ asked: { isStale, isBusy, again }, at }: { asked: ShownAnswer<Diagnosis>; at: number }) {
  const times = useTimes();
  return (
    <span className="inline quiet">
      <span role="status">{`${isStale ? 'Could not refresh. ' : ''}As of ${times.stamp(at)} ${times.zone(at)}`}</span>
      <Greyed isBusy={isBusy}>
        <Button onPress={again}>Check again</Button>
      </Greyed>
    </span>
  );
}

function Findings({ diagnosis: { findings } }: { diagnosis: Diagnosis }) {
  return (
    <ul aria-label="What was found">
      {findings.map(({ topic, severity, text, advice }) => (
        <li key={topic} className={styles.row}>
          <StatusMark status={looks[severity].look} text={looks[severity].word} />
          <div className={styles.words}>
            <p>
              <strong>{topic}</strong>
            </p>
            <p>{text}</p>
            {advice === null ? null : <p className="quiet digits">{advice}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
