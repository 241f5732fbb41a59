import { fromCallback, fromPromise } from 'xstate';
import type { Services } from '../../services/ports.ts';
import { loadingMachine } from '../../machines/loading/loading-machine.ts';
import { editRight } from '../../machines/receiver-editor/edit-right.ts';
import {
  configVersionsMachine,
  type VersionRequest,
  type VersionsRequest,
} from '../../machines/receiver-editor/config-versions-machine.ts';
import { question } from '../../machines/question/question.ts';
import { receiverEditorMachine } from '../../machines/receiver-editor/receiver-editor-machine.ts';
import type { RepeatableChange } from '../../machines/receiver-editor/repeatable-changes.ts';
import { defaultConfig } from '../../model/config/config.ts';
import { maxConfigFile, readConfigFile } from '../../model/receiver-editor/config-file.ts';
import { type OpenedReceiver, openedFrom } from '../../model/receiver-editor/draft.ts';
import { receiverConfigCalls } from '../../model/contract/receiver-config-calls.ts';
import { systemTags } from './known-tags.ts';
import { refused } from '../../model/result.ts';
import { createPageGuard } from '../../services/page-guard/browser-page-guard.ts';

type Wanted = { mitasId: string; rxId: number };

/** Returns the machine of a receiver's editor with its services. */
export function receiverEditor({ http, pageEvents }: Services, change: RepeatableChange): typeof receiverEditorMachine {
  const fetchReceiver = async ({ mitasId, rxId }: Wanted, signal: AbortSignal): Promise<OpenedReceiver> =>
    openedFrom(await http.call(receiverConfigCalls.getReceiver, { params: { mitasId, id: rxId } }, { signal }));
  return receiverEditorMachine.provide({
    actors: {
      loading: loadingMachine.provide({
        actors: { load: fromPromise(({ input, signal }) => fetchReceiver(input as Wanted, signal)) },
      }),
      editRight,
      fetchReceiver: fromPromise(({ input, signal }) => fetchReceiver(input, signal)),
      saveReceiver: fromPromise(({ input: { mitasId, rxId, rxData, asOf }, signal, system }) => {
        const request = { params: { mitasId, id: rxId }, body: { rxData, asOf } };
        return change(system, request, (operation) =>
          http.call(receiverConfigCalls.updateReceiver, request, { signal, operation }),
        );
      }),
      knownTags: systemTags(http),
      readFile: fromPromise(async ({ input: { file, family } }) =>
        file.size > maxConfigFile
          ? refused(`${file.name} is too large for a configuration. Choose a file that was exported here`)
          : readConfigFile(await file.text(), family),
      ),
      versions: configVersionsMachine.provide({
        actors: {
          versions: question<VersionsRequest>(async ({ input: { mitasId, rxId }, signal }) => {
            const { receiverHistoryCalls } = await import('../../model/contract/receiver-history-calls.ts');
            const request = { params: { mitasId, id: rxId } };
            return (await http.call(receiverHistoryCalls.listReceiverVersions, request, { signal })).versions;
          }),
          version: question<VersionRequest>(async ({ input: { mitasId, rxId, version }, signal }) => {
            const { receiverHistoryCalls } = await import('../../model/contract/receiver-history-calls.ts');
            const request = { params: { mitasId, id: rxId, version } };
            const { orion, ares, ...saved } = await http.call(receiverHistoryCalls.getReceiverVersion, request, { signal });
            const family = ares === undefined ? 'orion' : 'ares';
            return { ...saved, family, config: orion ?? ares ?? defaultConfig(family) };
          }),
        },
      }),
      guardPage: fromCallback(() => createPageGuard(pageEvents).hold()),
    },
  });
}
