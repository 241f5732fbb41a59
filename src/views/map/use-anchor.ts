import { useState } from 'react';
import { type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';

/** So much beside the map is drawn as well, in parts of it: it can be drawn along so far. */
export const around = 0.5;

/**
 * The camera for which all is drawn: it stays while the map is drawn along within what is drawn beside
 * it.
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
