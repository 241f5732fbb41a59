import type { MapRef } from '../../machines/map/map-machine.ts';
import type { LayerRow } from '../../model/entities/map-layer.ts';
import type { LayerDrawing } from '../../model/layers/layer-drawing.ts';
import type { BaseMap } from '../../model/geo/base-map.ts';
import type { MapCamera, MapSize } from '../../model/map/camera.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import type { MapPin } from '../../model/map/pins.ts';
import type { Scheme } from '../../model/live/palette.ts';

/** A layer with its features. */
export type DrawnLayer = LayerRow & { drawing: LayerDrawing };

/** What every drawing of the map needs, with or without WebGL. */
export type DrawnMap = {
  /** The map's machine, which knows where the map is and receives its movements. */
  map: MapRef;
  size: MapSize;
  pins: readonly MapPin[];
  /** The receiver in the info window; null if there is none. */
  chosen: number | null;
  base: BaseMap | null;
  /** The shown layers that have loaded, bottom first. */
  layers: readonly DrawnLayer[];
  scheme: Scheme;
  /**
   * True if the map is part of a page that scrolls: the page then handles the wheel and a finger that moves
   * up or down.
   */
  isInPage?: boolean;
  /** Receives the camera at each change, also during an animation. */
  onLook: (camera: MapCamera) => void;
  /** Receives the pressed pin or group of pins; null for the ground beside them. */
  onChoose: (group: PinGroup | null) => void;
  /** Receives the coordinates under the pointer, as text; '' away from the map. */
  onPoint: (text: string) => void;
};
