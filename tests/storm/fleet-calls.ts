import { setTimeout as delay } from 'node:timers/promises';
import type { Call, RequestFor } from '#model/contract/call.ts';
import { toFailure } from '#model/contract/failure.ts';
import { fleetEditCalls } from '#model/contract/fleet-edit-calls.ts';
import { receiverConfigCalls } from '#model/contract/receiver-config-calls.ts';
import { receiverHistoryCalls } from '#model/contract/receiver-history-calls.ts';
import { receiversOf } from '#model/journal/read-models/fleet-selectors.ts';
import type { FleetModel } from '#model/journal/read-models/fleet.ts';
import { mayPass } from '#model/session/resources.ts';
import type { HttpClient } from '../../src/services/ports.ts';

/** How long (ms) one call may be repeated over a bad line. */
const answeredWithinMs = 60_000;
/** The fleet keeps at least this many receivers, so that there is something to edit. */
const fewest = 5;

type Drawn = (http: HttpClient, operation: string) => Promise<unknown>;

/**
 * Makes one call as the screens of receivers do, which show nothing until the host answers: it configures,
 * moves, retires or restores. Repeats the call with the same operation id until the host gives a final
 * answer.
 */
export async function callFleet(
  http: HttpClient,
  { fleet, mitasId, random }: { fleet: FleetModel; mitasId: string; random: () => number },
): Promise<void> {
  const call = await drawn(http, { fleet, mitasId, random });
  const operation = crypto.randomUUID();
  const deadline = performance.now() + answeredWithinMs;
  for (;;) {
    try {
      return void (await call(http, operation));
    } catch (error) {
      if (!mayPass(toFailure(error))) return;
      if (performance.now() > deadline) throw new Error('The host never answered a call of the fleet', { cause: error });
    }
    await delay(50);
  }
}

async function drawn(
  http: HttpClient,
  { fleet, mitasId, random }: { fleet: FleetModel; mitasId: string; random: () => number },
): Promise<Drawn> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const receivers = receiversOf(fleet);
  const { id, SiteId } = pick(receivers);
  const params = { mitasId, id };
  switch (Math.floor(random() * 6)) {
    case 0: {
      const chosen = { orion: { general: { squelch: -130 + Math.floor(random() * 70) } } };
      const applyIds = receivers.filter(() => random() < 0.5).map((rx) => rx.id);
      const body = { rxData: chosen, applyIds: applyIds.length === 0 ? [id] : applyIds };
      return calling(receiverConfigCalls.batchUpdateReceivers, { params: { mitasId }, body });
    }
    case 1: {
      const { rxData } = await http.call(receiverConfigCalls.getReceiver, { params }).catch(() => ({ rxData: null }));
      const orion = rxData?.orion;
      const body = { rxData: { basic: {}, ...(orion && { orion: { ...orion, tags: { ...orion.tags, pulseTolerance: 3 } } }) } };
      return calling(receiverConfigCalls.updateReceiver, { params, body });
    }
    case 2:
      return calling(fleetEditCalls.moveReceiver, {
        params,
        body: { newSiteId: pick(Object.values(fleet.sites)).id, oldSiteId: SiteId },
      });
    case 3: {
      const as = random() < 0.5 ? ('moved' as const) : ('corrected' as const);
      const [newLat, newLon] = [1 + Math.round(random() * 80), Math.round(random() * 170)];
      return calling(receiverHistoryCalls.setReceiverLocation, { params, body: { newLat, newLon, as } });
    }
    case 4: {
      if (receivers.length > fewest) return calling(receiverHistoryCalls.deleteReceiver, { params });
      return restoring(http, mitasId, id);
    }
    default:
      return restoring(http, mitasId, id);
  }
}

/**
 * Returns a call that restores the first retired receiver. If there is none, or the list cannot be loaded,
 * the call names a receiver that the host refuses to restore.
 */
async function restoring(http: HttpClient, mitasId: string, otherwise: number): Promise<Drawn> {
  const request = { params: { mitasId } };
  const { receivers } = await http
    .call(receiverHistoryCalls.listRetiredReceivers, request)
    .catch(() => ({ receivers: [] as { id: number }[] }));
  return calling(receiverHistoryCalls.restoreReceiver, { params: { mitasId, id: receivers[0]?.id ?? otherwise } });
}

function calling<C extends Call>(definition: C, request: RequestFor<C>): Drawn {
  return (http, operation) => http.call(definition, request, { operation });
}
