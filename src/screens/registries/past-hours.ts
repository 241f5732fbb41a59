import { type AnyActorRef, fromPromise } from 'xstate';
import { pastHoursMachine, type PastHoursRef } from '../../machines/past-hours/past-hours-machine.ts';
import { transmitterCalls } from '../../model/contract/transmitter-calls.ts';
import type { PastAsked } from '../../model/detection/past-edits.ts';
import type { Services } from '../../services/ports.ts';

/** A saved row: its values before, and the values written. */
export type SavedRow = { id: number; before: object | undefined; after: object };

/** Returns the machine that asks the host which past hours are outdated (DET-23). */
export function pastHours({ http }: Services): typeof pastHoursMachine {
  return pastHoursMachine.provide({
    actors: {
      ask: fromPromise(({ input: { mitasId, asked }, signal }) =>
        Promise.all(
          asked.map(async ({ TransmitterId, from, to }) => {
            const query = { ...(from === null ? {} : { startTime: from }), ...(to === null ? {} : { endTime: to }) };
            const params = { mitasId, id: TransmitterId };
            const { hours } = await http.call(transmitterCalls.getOutdatedHours, { params, query }, { signal });
            return { TransmitterId, hours };
          }),
        ),
      ),
    },
  });
}

/**
 * Returns a function that makes the page's actor with this systemId ask about the past hours that an edit
 * affects. The function does nothing once the page is left.
 */
export function askingPast(systemId: 'pastOfTags' | 'pastOfTransmitters', pastOf: (saved: SavedRow) => PastAsked | null) {
  return (saved: SavedRow, system: AnyActorRef['system']): void => {
    const asked = pastOf(saved);
    if (asked !== null) (system.get(systemId) as PastHoursRef | undefined)?.send({ type: 'past.asked', asked });
  };
}
