import { useSelector } from '@xstate/react';
import type { HostCheckRef } from '../../machines/host-check/host-check-machine.ts';
import type { Diagnosis, Severity } from '../../model/entities/diagnosis.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './jobs.module.css';

const looks: Readonly<Record<Severity, { look: StatusLook; word: string }>> = {
  critical: { look: 'offline', word: 'Critical' },
  warning: { look: 'warning', word: 'Warning' },
  notice: { look: 'waiting', word: 'Notice' },
  fine: { look: 'online', word: 'Fine' },
};

/** What who operates the host should know of it, for them alone (DOC-12). */
export function HostCheckCard({ check }: { check: HostCheckRef }) {
  const isBarred = useSelector(check, (snapshot) => snapshot.hasTag('barred'));
  const diagnosis = useSelector(check, (snapshot) => snapshot.context.diagnosis);
  const failure = useSelector(check, (snapshot) => (snapshot.hasTag('failed') ? snapshot.context.failure : null));
  if (isBarred) return null;
  const again = () => check.send({ type: 'check.again' });
  return (
    <Card title="This host" aside={<Aside check={check} onAgain={again} />}>
      {diagnosis !== null ? (
        <Findings diagnosis={diagnosis} />
      ) : failure !== null ? (
        <LoadFailure title="The host could not be looked at" failure={failure} onRetry={again} />
      ) : (
        <Skeleton label="Looking at the host" bars={4} barHeight={40} />
      )}
    </Card>
  );
}

/** Beside the title: of when it is, and a look anew. */
function Aside({ check, onAgain }: { check: HostCheckRef; onAgain: () => void }) {
  const at = useSelector(check, (snapshot) => snapshot.context.diagnosis?.at ?? null);
  const isOld = useSelector(check, (snapshot) => snapshot.hasTag('stale'));
  const isBusy = useSelector(check, (snapshot) => snapshot.hasTag('busy'));
  const times = useTimes();
  if (at === null) return null;
  return (
    <span className={styles.aside}>
      <span role="status">{`${isOld ? 'Could not be renewed. ' : ''}As of ${times.stamp(at)} ${times.zone(at)}`}</span>
      <Greyed isBusy={isBusy}>
        <Button onPress={onAgain}>Look again</Button>
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
            {advice === null ? null : <p className={styles.note}>{advice}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
