import { useSelector } from '@xstate/react';
import type { ReprocessingRef } from '../../machines/reprocessing/reprocessing-machine.ts';
import { chunksText, jobsInterrupted } from '../../model/detection/reprocess-jobs.ts';
import type { ReprocessJob } from '../../model/entities/detection-config.ts';
import { administrator } from '../../model/entities/role.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { StatusMark } from '../controls/status-mark.tsx';
import { useWhyReadOnly } from '../session/use-why-read-only.ts';
import styles from './detection.module.css';
import { SpanText } from './span-text.tsx';
import { useFollowed } from './use-followed.ts';

const none: readonly ReprocessJob[] = [];

/** Lists the jobs that a restart interrupted, until a host resumes them (DET-21). */
export function OrphanedJobs({ actor }: { actor: ReprocessingRef }) {
  const orphaned = useSelector(actor, ({ context }) => context.list?.orphaned ?? none);
  const whyReadOnly = useWhyReadOnly(administrator);
  const shown = jobsInterrupted(orphaned, useFollowed(actor));
  if (shown.length === 0) return null;
  return (
    <Card title="Interrupted jobs">
      <ol aria-label="Interrupted jobs">
        {shown.map((job) => (
          <li key={job.jobId} className={`${styles.version} ${styles.row}`}>
            <div className={styles.words}>
              <StatusMark status="waiting" text="Interrupted; resumes by itself" />
              <p>
                <SpanText start={job.startTime} end={job.endTime} />
              </p>
              <p className="quiet">{chunksText(job)}</p>
            </div>
            <Greyed why={whyReadOnly}>
              <Button onPress={() => actor.send({ type: 'job.cancelled', job })}>Cancel job</Button>
            </Greyed>
          </li>
        ))}
      </ol>
    </Card>
  );
}
