import { useSelector } from '@xstate/react';
import { type JobsRef, selectJobList } from '../../machines/jobs/jobs-machine.ts';
import type { Failure } from '../../model/contract/failure.ts';
import { jobStates, type JobList as List, mostJobsPerState } from '../../model/entities/job.ts';
import { jobStateTitles } from '../../model/entities/job-words.ts';
import { Card } from '../controls/card.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { JobRow } from './job-row.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './jobs.module.css';

/** The background jobs of the past days, for people who may see them (JOB-14). */
export function JobsCard({ jobs }: { jobs: JobsRef }) {
  const list = useSelector(jobs, selectJobList);
  const isBarred = useSelector(list, (snapshot) => snapshot?.hasTag('idle') ?? false);
  const isBroken = useSelector(jobs, (snapshot) => snapshot.hasTag('failed'));
  const { answer, isFailed, isStale, failure, again } = useAnswer(list);
  const reload = isBroken ? () => jobs.send({ type: 'jobs.reload' }) : again;
  if (isBarred) return null;
  return (
    <Card title="Background work" aside={isStale ? <Aside failure={failure} onRetry={reload} /> : null}>
      {answer !== null ? (
        <JobList jobs={jobs} list={answer} />
      ) : isFailed ? (
        <LoadFailure title="Could not load the background work" failure={failure} onRetry={reload} />
      ) : (
        <Skeleton label="Loading the background work" bars={3} barHeight={40} />
      )}
    </Card>
  );
}

/** Beside the title: says that the list may be out of date. */
function Aside({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) {
  return (
    <span className="inline quiet" role="status">
      Could not refresh
      <SmallRetry failure={failure} onRetry={onRetry} />
    </span>
  );
}

function JobList({ jobs, list }: { jobs: JobsRef; list: List }) {
  const times = useTimes();
  if (list.jobs.length === 0)
    return (
      <Notice level={3} title="No background work in the past 7 days">
        Jobs appear here when they are requested.
      </Notice>
    );
  const byState = Map.groupBy(list.jobs, ({ state }) => state);
  return jobStates
    .filter((state) => byState.has(state))
    .map((state) => (
      <section key={state} aria-label={jobStateTitles[state]} className={styles.part}>
        <h3 className="line-24">{jobStateTitles[state]}</h3>
        <ul>
          {byState.get(state)?.map((job) => (
            <JobRow key={job.id} jobs={jobs} job={job} times={times} />
          ))}
        </ul>
        {list.more.includes(state) ? <p className={styles.more}>{`The newest ${mostJobsPerState} of them`}</p> : null}
      </section>
    ));
}
