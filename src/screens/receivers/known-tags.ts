import { fromPromise } from 'xstate';
import { knownTagsMachine } from '../../machines/receiver-editor/known-tags-machine.ts';
import { knownTags } from '../../model/config/known-tags.ts';
import { transmitterCalls } from '../../model/contract/transmitter-calls.ts';
import type { HttpClient } from '../../services/ports.ts';

/** What the forms of configurations know of a system's transmitters, with the call in place. */
export function systemTags(http: HttpClient): typeof knownTagsMachine {
  return knownTagsMachine.provide({
    actors: {
      loadTags: fromPromise(async ({ input: { mitasId }, signal }) => {
        const { transmitters } = await http.call(transmitterCalls.listTransmitters, { params: { mitasId } }, { signal });
        return knownTags(transmitters);
      }),
    },
  });
}
