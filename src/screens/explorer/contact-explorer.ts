import { fromPromise } from 'xstate';
import { contactExplorerMachine } from '../../machines/contact-explorer/contact-explorer-machine.ts';
import { packedCall } from '../../model/contract/call.ts';
import { FailureError } from '../../model/contract/failure.ts';
import { unpackContacts } from '../../model/contract/packed-contacts.ts';
import { registryCalls } from '../../model/contract/registry-calls.ts';
import { statisticsCalls } from '../../model/contract/statistics-calls.ts';
import { transmitterCalls } from '../../model/contract/transmitter-calls.ts';
import { type WornTag, wornTags } from '../../model/explorer/worn-tags.ts';
import { bodyOf } from '../../services/http/body-of.ts';
import type { HttpClient, Services } from '../../services/ports.ts';

/** How long (ms) loading contacts may take: enough for a million of them over a slow line. */
const timeoutMs = 300_000;

/** Returns the machine of the contact explorer with its calls (EXP-1). */
export function contactExplorer({ http }: Services) {
  return contactExplorerMachine.provide({
    actors: {
      count: fromPromise(async ({ input: { mitasId, place }, signal }) => {
        const { rxId, antennas, from, to } = place;
        const query = { timeSelect: 'range' as const, range: [from, to], filteredRxIds: [rxId] };
        const { contacts } = await http.call(statisticsCalls.countContactsPerAntenna, { params: { mitasId }, query }, { signal });
        return contacts.reduce((sum, { antenna, count }) => sum + (antennas.includes(antenna) ? count : 0), 0);
      }),
      read: fromPromise(async ({ input: { mitasId, place }, signal }) => {
        const { rxId, antennas, from, to } = place;
        const query = { antennas: antennas.map(String), startTime: from, endTime: to };
        const params = { mitasId, receiverId: rxId };
        const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        const worn = systemWornTags(http, mitasId, signal).catch(() => null);
        const body = await http.call(packedCall(statisticsCalls.listReceiverContacts), { params, query }, { signal: bounded });
        const contacts = unpackContacts(await bodyOf(body, (response) => response.arrayBuffer()));
        if (contacts === null) throw new FailureError({ kind: 'invalidPayload', issues: ['These are no packed contacts'] });
        return { contacts, worn: await worn };
      }),
    },
  });
}

/** Loads the tags of a system with the times when animals wore them (EXP-6). */
async function systemWornTags(http: HttpClient, mitasId: string, signal: AbortSignal): Promise<WornTag[]> {
  const params = { mitasId };
  const [{ tags }, { animals }, { transmitters }] = await Promise.all([
    http.call(registryCalls.listTags, { params }, { signal }),
    http.call(registryCalls.listAnimals, { params }, { signal }),
    http.call(transmitterCalls.listTransmitters, { params }, { signal }),
  ]);
  return wornTags({ tags, animals, transmitters });
}
