import { useSelector } from '@xstate/react';
import { memo } from 'react';
import type { JobsRef } from '../../machines/jobs/jobs-machine.ts';
import { failureText } from '../../model/contract/failure.ts';
import type { Job, JobAction } from '../../model/entities/job.ts';
import { jobOwnerText, jobTimesText, progressText } from '../../model/entities/job-words.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';
import styles from './jobs.module.css';

type RowProps = { jobs: JobsRef; job: Job; times: TimeText };

/** One job: what it is, its state, and the button to retry or cancel it. */
export const JobRow = memo(function JobRow({ jobs, job, times }: RowProps) {
  const mitasId = useSelector(jobs, (snapshot) => snapshot.context.mitasId);
  const { look, text } = lookOf(job);
  const owner = jobOwnerText(job, mitasId);
  return (
    <li className={styles.row}>
      <StatusMark status={look} text={text} />
      <div className={styles.words}>
        <p>{job.title}</p>
        <p className="quiet digits">
          {owner === '' ? null : `${owner}. `}
          {jobTimesText(job, (ts) => `${times.stamp(ts)} ${times.zone(ts)}`)}
        </p>
        {job.reason === null ? null : <p className="failure">{job.reason}</p>}
        <JobProgressBar job={job} />
        <Refusal jobs={jobs} job={job} />
      </div>
      <JobButton jobs={jobs} job={job} />
    </li>
  );
});

function lookOf({ state, isCancelled }: Job): { look: StatusLook; text: string } {
  switch (state) {
    case 'running':
      return { look: 'rebooting', text: 'Running' };
    case 'failed':
      return { look: 'offline', text: 'Failed' };
    case 'waiting':
      return { look: 'waiting', text: 'Waiting' };
    case 'over':
      return isCancelled ? { look: 'disabled', text: 'Cancelled' } : { look: 'online', text: 'Done' };
  }
}

function JobProgressBar({ job: { title, progress } }: { job: Job }) {
  if (progress === null) return null;
  const { done, total } = progress;
  return (
    <p className="row wrap gap-0-12 digits">
      <progress
        className={styles.bar}
        aria-label={`Progress: ${title}`}
        {...(total === null || total === 0 ? {} : { value: Math.min(done, total), max: total })}
      />
      {progressText(progress)}
    </p>
  );
}

const actionWords: Readonly<Record<JobAction, string>> = { retry: 'Retry', cancel: 'Cancel' };

function JobButton({ jobs, job }: { jobs: JobsRef; job: Job }) {
  const isBusy = useSelector(jobs, (snapshot) => snapshot.hasTag('handling'));
  if (job.state === 'over') return null;
  const action: JobAction = job.state === 'failed' ? 'retry' : 'cancel';
  return (
    <Greyed isBusy={isBusy}>
      <Button
        aria-label={`${actionWords[action]}: ${job.title}`}
        onPress={() => jobs.send({ type: 'job.handle', id: job.id, action })}
      >
        {actionWords[action]}
      </Button>
    </Greyed>
  );
}

/** Says that the job could not be retried or cancelled, and why. */
function Refusal({ jobs, job }: { jobs: JobsRef; job: Job }) {
  const handled = useSelector(jobs, (snapshot) => (snapshot.context.handled?.id === job.id ? snapshot.context.handled : null));
  if (handled === null || handled.failure === null) return null;
  const words = handled.action === 'retry' ? 'It was not tried again' : 'It was not cancelled';
  return <p className="failure" role="alert">{`${words}: ${failureText(handled.failure, 'the host did not answer')}`}</p>;
}
