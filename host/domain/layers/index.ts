export { type LayerContent, layerContent } from './layer-content.ts';
export { readLayerFile } from './read-layer-file.ts';
