import { ProgressBar } from '@adobe/react-spectrum/ProgressBar';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { DetectionConfigRef } from '../../machines/detection-config/detection-config-machine.ts';
import type { JobsListRef } from '../../machines/reprocessing/paged-jobs.ts';
import type { ReprocessingRef } from '../../machines/reprocessing/reprocessing-machine.ts';
import { detectionAddress } from '../../model/detection/detection-address.ts';
import { modifierName } from '../../model/detection/detection-history.ts';
import {
  chunksText,
  elapsedText,
  type FollowedJob,
  isRestoredLast,
  type JobFilter,
  jobFilters,
  jobFilterWords,
  type JobPage,
  jobPageSize,
  knownJob,
  outcomeText,
  restoredText,
} from '../../model/detection/reprocess-jobs.ts';
import { awaitedHour } from '../../model/detection/settings-hours.ts';
import type { ReprocessJob } from '../../model/entities/detection-config.ts';
import { administrator } from '../../model/entities/role.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Notice } from '../controls/notice.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { Pager } from '../controls/pager.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useAddress } from '../session/use-address.ts';
import { useHostHour, useTimes } from '../session/use-host-clock.ts';
import { usePagedList } from '../session/use-paged-list.ts';
import { useWhyReadOnly } from '../session/use-why-read-only.ts';
import styles from './detection.module.css';
import { JobMark } from './job-mark.tsx';
import { SpanText } from './span-text.tsx';
import { useFollowed } from './use-followed.ts';
import { usePeopleNames } from './use-people-names.ts';

const choices = jobFilters.map((id) => ({ id, name: jobFilterWords[id] }));

/** Lists all jobs, newest first, filtered by status (DET-21). */
export function JobHistory({ actor, config }: { actor: ReprocessingRef; config: DetectionConfigRef | undefined }) {
  const jobs = useSelector(actor, ({ children }) => children.jobs as JobsListRef | undefined);
  const { list, filters, failure, isFailed, isMissing, isLoading, retry } = usePagedList(jobs, detectionAddress, () =>
    actor.send({ type: 'jobs.retry' }),
  );
  // An empty list that is loading may belong to the previous filter: wait for the answer before saying 'No
  // jobs'.
  const isAwaited = list === null || (isLoading && list.total === 0);
  const [, changeAddress] = useAddress(detectionAddress);
  return (
    <Card
      title="Job History"
      aside={
        isMissing ? (
          <span className="quiet" role="status">
            Could not refresh the history
            <SmallRetry failure={failure} onRetry={retry} />
          </span>
        ) : undefined
      }
    >
      <div className={styles.filter}>
        <ChoicePicker
          label="Status"
          width="size-2000"
          items={choices}
          value={filters.status}
          onChoose={(status) => changeAddress((before) => ({ ...before, status, page: 1 }))}
        />
      </div>
      {!isAwaited ? (
        <Jobs actor={actor} config={config} list={list} status={filters.status} />
      ) : isFailed ? (
        <LoadFailure title="Could not load the history" failure={failure} onRetry={retry} />
      ) : (
        <Skeleton label="Loading the history" bars={3} barHeight={72} />
      )}
    </Card>
  );
}

type JobsProps = { actor: ReprocessingRef; config: DetectionConfigRef | undefined; list: JobPage; status: JobFilter };

function Jobs({ actor, config, list, status }: JobsProps) {
  const [, changeAddress] = useAddress(detectionAddress);
  const followed = useFollowed(actor);
  if (list.total === 0)
    return status === 'all' ? (
      <Notice level={3} title="No reprocessing jobs">
        Jobs you start are listed here.
      </Notice>
    ) : (
      <Notice
        level={3}
        title={`No ${jobFilterWords[status].toLowerCase()} jobs`}
        action={
          <Greyed>
            <Button onPress={() => changeAddress((before) => ({ ...before, status: 'all', page: 1 }))}>Show all jobs</Button>
          </Greyed>
        }
      />
    );
  return (
    <>
      <ol aria-label="Jobs">
        {list.jobs.map((job) => (
          <JobRow key={job.jobId} actor={actor} listed={job} followed={followed} orphaned={list.orphaned}>
            {isRestoredLast(list, job) ? <RestoredSettings config={config} /> : null}
          </JobRow>
        ))}
      </ol>
      <Pager
        page={list.page}
        pages={Math.max(1, list.pages)}
        size={jobPageSize}
        found={list.total}
        onPage={(page) => changeAddress((before) => ({ ...before, page }))}
      />
    </>
  );
}

type RowProps = {
  actor: ReprocessingRef;
  listed: ReprocessJob;
  followed: FollowedJob | null;
  orphaned: readonly ReprocessJob[];
  /** Shown below the job's outcome. */
  children: ReactNode;
};

function JobRow({ actor, listed, followed, orphaned, children }: RowProps) {
  const names = usePeopleNames();
  const times = useTimes();
  const whyReadOnly = useWhyReadOnly(administrator);
  const { job, status } = knownJob(listed, { followed, orphaned });
  const at = (ts: number): string => `${times.stamp(ts).slice(0, 16)} ${times.zone(ts)}`;
  const outcome = outcomeText(job);
  const name = at(job.createdAt);
  return (
    <li className={`${styles.version} ${styles.row}`} data-job={job.jobId}>
      <div className={styles.words}>
        <JobMark status={status} />
        <p>
          <SpanText start={job.startTime} end={job.endTime} />
        </p>
        <p className="quiet">
          {`Started ${at(job.createdAt)} by ${modifierName(job.createdBy, names)}, with configuration version ${job.configVersion}`}
        </p>
        <p className="quiet">{`${chunksText(job)}, ${elapsedText(job.elapsedSeconds)}`}</p>
        {status === 'running' ? (
          <ProgressBar aria-label={`Progress of the job of ${name}`} size="S" width="100%" value={job.progressPct} />
        ) : null}
        {outcome === null ? null : <p>{outcome}</p>}
        {job.restoredAt === null ? null : <p>{`Previous result restored ${at(job.restoredAt)}`}</p>}
        {children}
        {status === 'failed' && job.error !== null ? <p className="failure">{job.error}</p> : null}
      </div>
      <div className="wrap at-end">
        {status === 'running' || status === 'interrupted' ? (
          <Greyed why={whyReadOnly}>
            <Button aria-label={`Cancel the job of ${name}`} onPress={() => actor.send({ type: 'job.cancelled', job })}>
              Cancel
            </Button>
          </Greyed>
        ) : null}
        {status === 'completed' ? (
          <Button aria-label={`Summary of the job of ${name}`} onPress={() => actor.send({ type: 'summary.open', job })}>
            Summary
          </Button>
        ) : null}
        {job.isRestorable ? (
          <Greyed why={whyReadOnly}>
            <Button onPress={() => actor.send({ type: 'restore.ask', job })}>Restore the previous result</Button>
          </Greyed>
        ) : null}
      </div>
    </li>
  );
}

/** Says which settings apply after an earlier result was restored (DET-28). */
function RestoredSettings({ config }: { config: DetectionConfigRef | undefined }) {
  const current = useSelector(config, (snapshot) => snapshot?.context.current ?? null);
  const times = useTimes();
  const now = useHostHour();
  const hour = current === null ? null : awaitedHour(current, now);
  const from = hour === null ? null : times.clock(hour).slice(0, 5);
  return <p>{restoredText(current === null ? null : { version: current.version, from })}</p>;
}
