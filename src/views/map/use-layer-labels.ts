import { useEffect, useMemo, useState } from 'react';
import { type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';
import type { LayerLabel } from '../../model/map/layer-labels.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import type { PinLabel } from '../../model/map/pin-labels.ts';
import type { DrawnLayer } from './drawn-map.ts';
import type * as layerNames from './layer-names.ts';
import { textWidth } from './text-width.ts';

/**
 * Names keep their places while the map moves less than this: a fraction of its size, and a number of zoom
 * levels.
 */
const [farthest, zoomStep] = [0.25, 0.25];

type Drawn = { layers: readonly DrawnLayer[]; groups: readonly PinGroup[]; labels: readonly PinLabel[]; size: MapSize };

/** The code that places names and draws them by WebGL, loaded when a layer is first shown. */
type Naming = Pick<typeof layerNames, 'layerLabels' | 'drawLayerNames'>;

const none: readonly LayerLabel[] = [];

/**
 * Returns the names of the layers' features (LAY-15), and the function that draws them by WebGL. Until the
 * code is loaded, there are no names and the function is null.
 */
export function useLayerLabels(
  { layers, groups, labels, size }: Drawn,
  camera: MapCamera | null,
): { names: readonly LayerLabel[]; draw: Naming['drawLayerNames'] | null } {
  const [anchor, setAnchor] = useState(camera);
  const isSame = anchor === camera || (anchor !== null && camera !== null && isNear(anchor, camera, size));
  if (!isSame) setAnchor(camera);
  const at = isSame ? anchor : camera;
  const [naming, setNaming] = useState<Naming | null>(null);
  const isWanted = layers.length > 0;
  useEffect(() => {
    // If the code cannot be loaded, the map works without the names.
    if (isWanted) void import('./layer-names.ts').then(setNaming, () => undefined);
  }, [isWanted]);
  const names = useMemo(
    () => (at === null || naming === null ? none : naming.layerLabels(layers, { groups, labels }, at, size, textWidth)),
    [layers, groups, labels, at, size, naming],
  );
  return { names, draw: naming?.drawLayerNames ?? null };
}

function isNear(anchor: MapCamera, camera: MapCamera, size: MapSize): boolean {
  const { x, y } = toPixel(camera, size, anchor);
  return (
    Math.abs(anchor.zoom - camera.zoom) < zoomStep &&
    Math.abs(x - size.width / 2) < size.width * farthest &&
    Math.abs(y - size.height / 2) < size.height * farthest
  );
}
