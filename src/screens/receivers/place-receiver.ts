import { makeOwnChange } from '../../machines/operations/own-change.ts';
import type { PlaceInput } from '../../machines/receivers/receivers-events.ts';
import { notPlacedNotice, placedNotice } from '../../machines/receivers/receivers-notices.ts';
import { reportedIfLeft } from '../../machines/receivers/reported-if-left.ts';
import { setReceiverLocation } from '../../model/contract/receiver-place-call.ts';
import { madeBy } from '../../model/receivers/tasks.ts';
import type { HttpClient } from '../../services/ports.ts';

/** Sets a place and waits for the host, also where the page is left meanwhile. */
export function receiverPlacer(http: HttpClient) {
  return reportedIfLeft(
    async (wanted: PlaceInput, system) => madeBy(await makeOwnChange(system, (operation) => place(http, wanted, operation))),
    {
      done: (made, { located }) => placedNotice(located, made),
      failed: (failure, { located }) => notPlacedNotice(located, failure),
    },
  );
}

function place(http: HttpClient, { mitasId, located, place: to, reason }: PlaceInput, operation: string) {
  const params = { mitasId, id: located?.rxId ?? 0 };
  const body = { newLat: to?.latitude ?? null, newLon: to?.longitude ?? null, as: reason };
  return http.call(setReceiverLocation, { params, body }, { operation });
}
