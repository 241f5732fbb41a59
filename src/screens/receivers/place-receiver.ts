import { operationsIn } from '../../machines/operations/operations-id.ts';
import type { OperationsRef } from '../../machines/operations/operations-machine.ts';
import { makeOwnChange } from '../../machines/operations/own-change.ts';
import type { PlaceInput } from '../../machines/receivers/receivers-events.ts';
import { notPlacedNotice, placedNotice } from '../../machines/receivers/receivers-notices.ts';
import { reportedIfLeft } from '../../machines/receivers/reported-if-left.ts';
import { placeKey } from '../../model/journal/place-edit.ts';
import { setReceiverLocation } from '../../model/contract/receiver-place-call.ts';
import { madeBy } from '../../model/receivers/tasks.ts';
import type { HttpClient } from '../../services/ports.ts';

/** Sets a location and waits for the host, even if the page is left. */
export function receiverPlacer(http: HttpClient) {
  return reportedIfLeft(
    async (wanted: PlaceInput, system) => {
      // Wait for an earlier edit from the map, because two simultaneous edits would have no order.
      await untilSettled(operationsIn(system), placeKey(wanted.located?.rxId ?? 0));
      return madeBy(await makeOwnChange(system, (operation) => place(http, wanted, operation)));
    },
    {
      done: (made, { located }) => placedNotice(located, made),
      failed: (failure, { located }) => notPlacedNotice(located, failure),
    },
  );
}

/**
 * Resolves when no operation has this key; rejects if the session ends first. XState's own `waitFor` would
 * make the login larger.
 */
function untilSettled(operations: OperationsRef, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const isSettled = (): boolean => operations.getSnapshot().context.pending.every(({ edit }) => edit?.key !== key);
    if (isSettled()) return resolve();
    const watch = operations.subscribe({
      next() {
        if (!isSettled()) return;
        watch.unsubscribe();
        resolve();
      },
      complete: () => reject(new Error('The session is over')),
    });
  });
}

function place(http: HttpClient, { mitasId, located, place: to, reason }: PlaceInput, operation: string) {
  const params = { mitasId, id: located?.rxId ?? 0 };
  const body = { newLat: to?.latitude ?? null, newLon: to?.longitude ?? null, as: reason };
  return http.call(setReceiverLocation, { params, body }, { operation });
}
