import { jobCalls } from '#model/contract/job-calls.ts';
import { hasRole, superuser } from '#model/entities/role.ts';
import type { HubClient } from './hub-client.ts';

/** Returns a check for clients that may list jobs of these systems ('': the host's; null: any) (JOB-11). */
export function seesJobsOf(mitasIds: readonly string[] | null): (client: Pick<HubClient, 'role' | 'mitasId'>) => boolean {
  const theirs = mitasIds === null ? null : new Set(mitasIds);
  const { role: needed } = jobCalls.listJobs.access;
  return ({ role, mitasId }) => hasRole(role, superuser) || (hasRole(role, needed) && (theirs === null || theirs.has(mitasId)));
}
