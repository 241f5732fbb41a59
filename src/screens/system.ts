import { lazy } from 'react';
import { fromPromise } from 'xstate';
import { jobUpdates } from '../machines/jobs/job-updates.ts';
import { jobsMachine } from '../machines/jobs/jobs-machine.ts';
import { jobCalls } from '../model/contract/job-calls.ts';
import { builtScreen } from './built-screen.ts';

/** SYS-14, JOB-14. */
export default builtScreen({
  actor: ({ http }) =>
    jobsMachine.provide({
      actors: {
        jobUpdates,
        loadJobs: fromPromise(({ input: { mitasId }, signal }) =>
          http.call(jobCalls.listJobs, { params: { mitasId } }, { signal }),
        ),
        handleJob: fromPromise(({ input: { mitasId, id, deed }, signal }) =>
          http.call(deed === 'retry' ? jobCalls.retryJob : jobCalls.cancelJob, { params: { mitasId, jobId: id } }, { signal }),
        ),
      },
    }),
  view: lazy(() => import('../views/system/system-view.tsx')),
});
