import { jobListSchema } from '../entities/job.ts';
import { administrator } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';

/** Background jobs (JOB-11): those of a system, and all of them for the operator of the host. */
export const jobCalls = calls({
  listJobs: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/jobs',
    access: { role: administrator },
    reply: jobListSchema,
  },
  retryJob: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/jobs/{jobId}/retry',
    access: { role: administrator },
    reply: message,
  },
  cancelJob: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/jobs/{jobId}/cancel',
    access: { role: administrator },
    reply: message,
  },
});
