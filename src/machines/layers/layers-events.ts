import type { LayerDrawing } from '../../model/layers/layer-drawing.ts';
import type { LayerEdit, NewLayer } from '../../model/layers/layer-edits.ts';

export type LayersEvent =
  | LayerReport
  /** Layers that could not be loaded are asked for once more. */
  | { type: 'layers.retry' }
  | { type: 'layers.open' }
  /** What was said of the file before is no longer of any use. */
  | { type: 'file.chosen' }
  | { type: 'dialog.close' }
  | { type: 'layer.add'; layer: NewLayer }
  /** The file is sent no further. */
  | { type: 'layer.cancel' }
  | { type: 'layer.edit'; edit: LayerEdit };

/** What came of loading the features of a layer, by their hash. */
export type LayerReport = { type: 'layer.read'; content: string; drawing: LayerDrawing } | { type: 'layer.missed' };
