import { jobCalls } from '#model/contract/job-calls.ts';
import { hasRole, superuser } from '#model/entities/role.ts';
import type { HubClient } from './hub-client.ts';

/**
 * Returns a check whether a client may list jobs of one of these systems (JOB-11). Null means jobs of any
 * system; '' means jobs of the host, which only operators may list.
 */
export function seesJobsOf(mitasIds: readonly string[] | null): (client: Pick<HubClient, 'role' | 'mitasId'>) => boolean {
  const theirs = mitasIds === null ? null : new Set(mitasIds);
  const { role: needed } = jobCalls.listJobs.access;
  return ({ role, mitasId }) => hasRole(role, superuser) || (hasRole(role, needed) && (theirs === null || theirs.has(mitasId)));
}
