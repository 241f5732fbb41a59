import { jobListSchema } from '../entities/job.ts';
import { administrator } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from './fields.ts';

/** The work in the background (JOB-11): of a system its own, and for who operates the host all of it. */
export const jobCalls = calls({
  listJobs: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/jobs',
    access: { role: administrator },
    reply: jobListSchema,
    summary: 'Jobs of the past 7 days, the newest of each state',
  },
  retryJob: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/jobs/{jobId}/retry',
    access: { role: administrator },
    reply: message,
    summary: 'Try a job once more that has failed; 409 where it has not, or the same is under way already',
  },
  cancelJob: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/jobs/{jobId}/cancel',
    access: { role: administrator },
    reply: message,
    summary: 'Stop a job, or never begin it; 409 where it is over',
  },
});
