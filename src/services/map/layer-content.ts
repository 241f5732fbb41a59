import { mapLayerCalls } from '../../model/contract/map-layer-calls.ts';
import { FailureError } from '../../model/contract/failure.ts';
import { type LayerDrawing, readLayerDrawing } from '../../model/layers/layer-drawing.ts';
import { bodyOf } from '../http/body-of.ts';
import type { HttpClient } from '../ports.ts';

/** How long (ms) loading a layer's features may take: enough for the largest layer over a slow line. */
const timeoutMs = 120_000;

/** Loads the features of a layer. Rejects with a `FailureError`. */
export async function loadLayerContent(http: HttpClient, mitasId: string, id: number): Promise<LayerDrawing> {
  const signal = AbortSignal.timeout(timeoutMs);
  const body = await http.call(mapLayerCalls.getMapLayerContent, { params: { mitasId, id } }, { signal });
  const drawing = readLayerDrawing(await bodyOf(body, (response): Promise<unknown> => response.json()));
  if (!drawing.ok) throw new FailureError({ kind: 'invalidPayload', issues: [drawing.reason] });
  return drawing.value;
}
