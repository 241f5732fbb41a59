import { assign, fromPromise } from 'xstate';
import type { Services } from '../composition/browser-services.ts';
import { detectionConfigMachine } from '../machines/detection-config/detection-config-machine.ts';
import { detectionCalls } from '../model/contract/detection-calls.ts';
import { detectionAddress } from '../model/detection/detection-address.ts';
import { historyPageSize } from '../model/detection/detection-history.ts';
import { collaboratorsModel } from '../model/journal/screen-models/collaborators.ts';
import { transmittersModel } from '../model/journal/screen-models/transmitters.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';
import { collaboratorsList } from './registries/collaborators-list.ts';
import { registryLists } from './registries/registry-lists.ts';

/** DET-11 to DET-13. Who saved a version and what a preview is of have their names from the lists. */
export default builtScreen({
  address: detectionAddress,
  models: [collaboratorsModel, transmittersModel],
  resources: [collaboratorsList, registryLists.transmitters],
  actor: detectionConfig,
  view: later(() => import('../views/detection/detection-view.tsx')),
});

function detectionConfig({ http, preferences }: Services): typeof detectionConfigMachine {
  return detectionConfigMachine.provide({
    actions: {
      recallGuide: assign({ isGuideOpen: () => preferences.guideOpen('detection') }),
      keepGuide: (_, { isOpen }) => preferences.setGuideOpen('detection', isOpen),
    },
    actors: {
      loadConfig: fromPromise(async ({ input: { mitasId }, signal }) => {
        const reply = await http.call(detectionCalls.getDetectionConfig, { params: { mitasId } }, { signal });
        return reply.detectionConfig;
      }),
      saveConfig: fromPromise(async ({ input: { mitasId, parameters, changeReason } }) => {
        const body = { ...parameters, changeReason };
        const reply = await http.call(detectionCalls.saveDetectionConfig, { params: { mitasId }, body });
        return reply.detectionConfig;
      }),
      loadHistory: fromPromise(async ({ input: { mitasId, page }, signal }) => {
        const query = { page, limit: historyPageSize };
        const { configs, pagination } = await http.call(
          detectionCalls.listDetectionConfigs,
          { params: { mitasId }, query },
          { signal },
        );
        return { configs, total: pagination.totalConfigs };
      }),
      askPreview: fromPromise(({ input: { mitasId, parameters }, signal }) =>
        http.call(detectionCalls.previewDetectionConfig, { params: { mitasId }, body: parameters }, { signal }),
      ),
      pollPreview: fromPromise(({ input, signal }) =>
        http.call(detectionCalls.getDetectionPreview, { params: input }, { signal }),
      ),
      cancelPreview: fromPromise(({ input }) => http.call(detectionCalls.cancelDetectionPreview, { params: input })),
    },
  });
}
