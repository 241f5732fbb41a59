import type { Map as MapLibreMap } from 'maplibre-gl';
import { isSoftwareRenderer, movingPixelRatio } from '../../model/map/sharpness.ts';

/**
 * Draws the map with fewer pixels while it moves, if a processor draws it, and sharply once it rests
 * (MAP-12). Calls `resized` after each change of the canvas, as its size on the page does not show it.
 */
export function drawCoarselyInMotion(map: MapLibreMap, resized: (canvas: HTMLCanvasElement) => void): void {
  const canvas = map.getCanvas();
  if (!isSoftwareRenderer(rendererOf(canvas))) return;
  let isCoarse = false;
  const draw = (coarsely: boolean): void => {
    if (coarsely === isCoarse) return;
    isCoarse = coarsely;
    // The library's own call takes the map out of the hand that draws it along.
    map._overridePixelRatio = coarsely ? Math.min(movingPixelRatio, devicePixelRatio) : null;
    map._resizeInternal();
    resized(canvas);
    map.triggerRepaint();
  };
  // What only jumps rests where it came to.
  map.on('move', () => draw(map.isMoving()));
  map.on('moveend', () => draw(false));
}

/** By all names that the browser has for it: one says it in the first, the other in the second. */
function rendererOf(canvas: HTMLCanvasElement): string {
  const context = canvas.getContext('webgl2');
  const names = [context?.RENDERER, context?.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL];
  return names.map((name) => (name === undefined ? '' : String(context?.getParameter(name)))).join(' ');
}
