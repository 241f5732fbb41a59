import { type SystemState, systemRunning } from '#model/entities/system.ts';

/**
 * Derives a system's state from its columns. All parts of the host use this one rule: http, the websocket
 * hub, ingest and the fleet.
 */
export function systemState({ offline, status }: { offline: boolean; status: number }): SystemState {
  if (offline) return 'offline';
  return status === systemRunning ? 'running' : 'shutDown';
}
