import type { Map as MapLibreMap } from 'maplibre-gl';
import { isSoftwareRenderer, movingPixelRatio } from '../../model/map/sharpness.ts';

/**
 * If the processor draws the map, not a graphics card, draws it with fewer pixels while it moves and with all
 * once it rests (MAP-12). Calls `resized` each time the number of pixels changes, because the canvas keeps
 * its size on the page.
 */
export function drawCoarselyInMotion(map: MapLibreMap, resized: (canvas: HTMLCanvasElement) => void): void {
  const canvas = map.getCanvas();
  if (!isSoftwareRenderer(rendererOf(canvas))) return;
  let isCoarse = false;
  const draw = (coarsely: boolean): void => {
    if (coarsely === isCoarse) return;
    isCoarse = coarsely;
    // Set the ratio directly: the library's `setPixelRatio` would interrupt the person's drag.
    map._overridePixelRatio = coarsely ? Math.min(movingPixelRatio, devicePixelRatio) : null;
    map._resizeInternal();
    resized(canvas);
    map.triggerRepaint();
  };
  // A jump also fires 'move', but the map is already at rest.
  map.on('move', () => draw(map.isMoving()));
  map.on('moveend', () => draw(false));
}

/** Returns all names of the renderer. Browsers differ in which one is informative. */
function rendererOf(canvas: HTMLCanvasElement): string {
  const context = canvas.getContext('webgl2');
  const names = [context?.RENDERER, context?.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL];
  return names.map((name) => (name === undefined ? '' : String(context?.getParameter(name)))).join(' ');
}
