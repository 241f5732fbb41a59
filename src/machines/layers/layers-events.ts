import type { LayerDrawing } from '../../model/layers/layer-drawing.ts';
import type { LayerEdit, NewLayer } from '../../model/layers/layer-edits.ts';

export type LayersEvent =
  | LayerReport
  /** Loads again the layers that failed. */
  | { type: 'layers.retry' }
  | { type: 'layers.open' }
  /** A file was chosen: messages about the previous file no longer apply. */
  | { type: 'file.chosen' }
  | { type: 'dialog.close' }
  | { type: 'layer.add'; layer: NewLayer }
  /** Stops sending the file. */
  | { type: 'layer.cancel' }
  | { type: 'layer.edit'; edit: LayerEdit };

/** The result of loading a layer's features; `content` is their hash. */
export type LayerReport = { type: 'layer.read'; content: string; drawing: LayerDrawing } | { type: 'layer.missed' };
