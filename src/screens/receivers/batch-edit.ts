import { fromCallback, fromPromise } from 'xstate';
import type { Services } from '../../services/ports.ts';
import { batchEditMachine } from '../../machines/batch-edit/batch-edit-machine.ts';
import { loadingMachine } from '../../machines/loading/loading-machine.ts';
import { editRight } from '../../machines/receiver-editor/edit-right.ts';
import type { RepeatableChange } from '../../machines/receiver-editor/repeatable-changes.ts';
import { receiverConfigCalls } from '../../model/contract/receiver-config-calls.ts';
import { createPageGuard } from '../../services/page-guard/browser-page-guard.ts';
import { systemTags } from './known-tags.ts';

type Wanted = { mitasId: string; rxIds: readonly number[] };

/** Returns the machine of the batch edit with its services. */
export function batchEdit({ http, pageEvents }: Services, change: RepeatableChange): typeof batchEditMachine {
  const fetchReceivers = ({ mitasId, rxIds }: Wanted, signal: AbortSignal) => {
    const request = { params: { mitasId }, query: { rxIds: [...rxIds] } };
    return http.call(receiverConfigCalls.listReceiverConfigs, request, { signal });
  };
  return batchEditMachine.provide({
    actors: {
      loading: loadingMachine.provide({
        actors: { load: fromPromise(({ input, signal }) => fetchReceivers(input as Wanted, signal)) },
      }),
      editRight,
      fetchReceivers: fromPromise(({ input, signal }) => fetchReceivers(input, signal)),
      applyBatch: fromPromise(({ input: { mitasId, rxIds, rxData, asOf }, signal, system }) => {
        const request = { params: { mitasId }, body: { rxData, applyIds: [...rxIds], asOf } };
        return change(system, request, (operation) =>
          http.call(receiverConfigCalls.batchUpdateReceivers, request, { signal, operation }),
        );
      }),
      knownTags: systemTags(http),
      guardPage: fromCallback(() => createPageGuard(pageEvents).hold()),
    },
  });
}
