import { useState } from 'react';
import { type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';

/**
 * How much beyond each edge is drawn too, as a fraction of the map's size. A drag within it redraws nothing.
 */
export const around = 0.5;

/**
 * Returns the camera for which everything is drawn. It stays the same while a drag remains within what is
 * drawn beyond the edges.
 */
export function useAnchor(camera: MapCamera, size: MapSize): MapCamera {
  const [anchor, setAnchor] = useState(camera);
  const off = toPixel(camera, size, anchor);
  const isWithin =
    anchor.zoom === camera.zoom &&
    Math.abs(off.x - size.width / 2) < size.width * around &&
    Math.abs(off.y - size.height / 2) < size.height * around;
  if (isWithin) return anchor;
  setAnchor(camera);
  return camera;
}
