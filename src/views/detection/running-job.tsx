import { ProgressBar } from '@adobe/react-spectrum/ProgressBar';
import { shallowEqual, useSelector } from '@xstate/react';
import { type ReprocessJobRef, selectKnown } from '../../machines/reprocess-job/reprocess-job-machine.ts';
import type { ReprocessingRef } from '../../machines/reprocessing/reprocessing-machine.ts';
import { failureText } from '../../model/contract/failure.ts';
import { chunksText, elapsedText, followedStatus, outcomeText } from '../../model/detection/reprocess-jobs.ts';
import { administrator } from '../../model/entities/role.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useWhyReadOnly } from '../session/use-why-read-only.ts';
import { JobMark } from './job-mark.tsx';
import { SpanText } from './span-text.tsx';

type Props = { actor: ReprocessingRef; followed: ReprocessJobRef };

/** Shows the job that is running, or that ran last on this page (DET-20). */
export function RunningJob({ actor, followed }: Props) {
  const known = useSelector(followed, selectKnown, shallowEqual);
  const failure = useSelector(followed, ({ context }) => context.failure);
  const whyReadOnly = useWhyReadOnly(administrator);
  const { job, isLost } = known;
  const status = followedStatus(known);
  const isRunning = status === 'running';
  const outcome = job === null ? null : outcomeText(job);
  return (
    <Card title="Reprocessing job" aside={<JobMark status={status} />}>
      <div className="stack gap-12">
        {job === null ? null : (
          <p className="quiet">
            <SpanText start={job.startTime} end={job.endTime} />
          </p>
        )}
        {isRunning ? (
          <ProgressBar
            label={job === null ? 'Starting' : `${chunksText(job)}, ${elapsedText(job.elapsedSeconds)}`}
            width="100%"
            {...(job === null ? { isIndeterminate: true } : { value: job.progressPct })}
          />
        ) : job === null ? null : (
          <p>{`${chunksText(job)}, ${elapsedText(job.elapsedSeconds)}`}</p>
        )}
        {status === 'completed' && outcome !== null ? <p>{outcome}</p> : null}
        {status === 'failed' && job?.error ? <p className="failure">{job.error}</p> : null}
        {isLost ? <p className="failure">This job no longer exists.</p> : null}
        {isRunning && failure !== null ? (
          <p className="failure" role="status">
            {`Could not refresh the progress: ${failureText(failure, 'the host did not answer')}. Retrying.`}
          </p>
        ) : null}
        <div className="wrap at-end">
          {isRunning ? (
            <Greyed why={whyReadOnly}>
              <Button onPress={() => followed.send({ type: 'job.cancel' })}>Cancel job</Button>
            </Greyed>
          ) : null}
          {status === 'completed' && job !== null ? (
            <Button onPress={() => actor.send({ type: 'summary.open', job })}>Show summary</Button>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
