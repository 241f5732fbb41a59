import { type SystemState, systemRunning } from '#model/entities/system.ts';

/**
 * Whether a system runs, by the columns that say so: the one rule for http, the websocket hub, ingest and the
 * fleet.
 */
export function systemState({ offline, status }: { offline: boolean; status: number }): SystemState {
  if (offline) return 'offline';
  return status === systemRunning ? 'running' : 'shutDown';
}
