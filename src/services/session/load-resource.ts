import { clientCalls } from '../../model/contract/client-calls.ts';
import { hostCalls } from '../../model/contract/host-calls.ts';
import { alarmCalls } from '../../model/contract/alarm-calls.ts';
import { receiverCalls } from '../../model/contract/receiver-calls.ts';
import { FailureError } from '../../model/contract/failure.ts';
import { systemRunning } from '../../model/entities/system.ts';
import { type LoadedResource, type ResourceName, systemOffline } from '../../model/session/resources.ts';
import type { HttpClient } from '../ports.ts';

type Load = (http: HttpClient, mitasId: string, signal: AbortSignal) => Promise<LoadedResource>;

/** Returns the requests of each resource, and the facts from their answers. */
const loads: Record<ResourceName, Load> = {
  async config(http, mitasId, signal) {
    const { asOf, config } = await http.call(hostCalls.getHostConfig, { params: { mitasId } }, { signal });
    // Status 1 is normal operation, anything else a shutdown (SYS-2).
    if (config.status !== systemRunning) throw new FailureError(systemOffline);
    return { asOf, facts: [{ type: 'host.configLoaded', asOf, config }] };
  },
  async fleet(http, mitasId, signal) {
    const { asOf, receivers, sites } = await http.call(hostCalls.listReceiversAndSites, { params: { mitasId } }, { signal });
    return { asOf, facts: [{ type: 'fleet.loaded', asOf, receivers, sites }] };
  },
  async states(http, mitasId, signal) {
    const states = await http.call(receiverCalls.getReceiverStates, { params: { mitasId } }, { signal });
    return { asOf: null, facts: [{ type: 'states.loaded', ...states }] };
  },
  async alarms(http, mitasId, signal) {
    const { alarms } = await http.call(alarmCalls.listAlarms, { params: { mitasId }, query: {} }, { signal });
    return { asOf: null, facts: [{ type: 'alarms.loaded', alarms }] };
  },
  async systems(http, _, signal) {
    const { systems } = await http.call(clientCalls.listSystems, {}, { signal });
    return { asOf: null, facts: [{ type: 'systems.loaded', systems }] };
  },
  async account(http, _, signal) {
    const account = await http.call(clientCalls.getAccount, {}, { signal });
    return { asOf: null, facts: [{ type: 'account.loaded', account }] };
  },
};

/**
 * Loads one resource of a system. Rejects with a `FailureError`; for a system that is switched off with
 * `systemOffline`.
 */
export function loadResource(
  http: HttpClient,
  { mitasId, name }: { mitasId: string; name: ResourceName },
  signal: AbortSignal,
): Promise<LoadedResource> {
  return loads[name](http, mitasId, signal);
}
