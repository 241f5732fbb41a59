export type { LayerContent } from './layer-content.ts';
export { readLayerFile } from './read-layer-file.ts';
