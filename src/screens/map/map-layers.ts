import { fromPromise } from 'xstate';
import { layerContents } from '../../machines/layers/layer-contents.ts';
import { layersMachine } from '../../machines/layers/layers-machine.ts';
import { makeOwnChange } from '../../machines/operations/own-change.ts';
import { mapLayerCalls } from '../../model/contract/map-layer-calls.ts';
import type { LayerEdit } from '../../model/layers/layer-edits.ts';
import { madeBy } from '../../model/receivers/tasks.ts';
import { loadLayerContent } from '../../services/map/layer-content.ts';
import type { HttpClient, Services } from '../../services/ports.ts';

/** How long (ms) sending and reading a file may take, the same as on the host. */
const sendingMs = 300_000;

/** Returns the machine of a system's layers with its calls. */
export function mapLayers({ http }: Services): typeof layersMachine {
  return layersMachine.provide({
    actors: {
      layerContents: layerContents((mitasId, id) => loadLayerContent(http, mitasId, id)),
      addLayer: fromPromise(async ({ input: { mitasId, layer }, system, signal }) => {
        const { name, color, file } = layer;
        const body = await file.bytes();
        const within = AbortSignal.any([signal, AbortSignal.timeout(sendingMs)]);
        const request = { params: { mitasId }, query: { name, color, fileName: file.name }, body };
        return madeBy(
          await makeOwnChange(system, (operation) =>
            http.call(mapLayerCalls.addMapLayer, request, { signal: within, operation }),
          ),
        );
      }),
      editLayer: fromPromise(async ({ input: { mitasId, edit }, system }) =>
        madeBy(await makeOwnChange(system, (operation) => askLayerEdit(http, mitasId, edit, operation))),
      ),
    },
  });
}

function askLayerEdit(http: HttpClient, mitasId: string, edit: LayerEdit, operation: string) {
  const params = { mitasId, id: edit.layer.id };
  switch (edit.action) {
    case 'rename':
      return http.call(mapLayerCalls.renameMapLayer, { params, body: { newName: edit.name } }, { operation });
    case 'recolour':
      return http.call(mapLayerCalls.recolourMapLayer, { params, body: { newColor: edit.color } }, { operation });
    case 'show':
      return http.call(mapLayerCalls.showMapLayer, { params, body: { shown: edit.shown } }, { operation });
    case 'order':
      return http.call(mapLayerCalls.orderMapLayers, { params: { mitasId }, body: { ids: [...edit.ids] } }, { operation });
    case 'delete':
      return http.call(mapLayerCalls.deleteMapLayer, { params }, { operation });
  }
}
