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

/** What a map is drawn of, by whatever means. */
export type DrawnMap = {
  /** Gives the position of the map, and receives its movements. */
  map: MapRef;
  size: MapSize;
  pins: readonly MapPin[];
  /** The receiver of the info window. */
  chosen: number | null;
  base: BaseMap | null;
  /** From below; those that are shown and have come. */
  layers: readonly DrawnLayer[];
  scheme: Scheme;
  /** It is part of a page that scrolls: the wheel and a finger that goes up or down are left to that. */
  isInPage?: boolean;
  /** What is looked at now, at each change: between two places as well. */
  onLook: (camera: MapCamera) => void;
  /** A pin was chosen, or several that are drawn as one; null for the ground beside them. */
  onChoose: (group: PinGroup | null) => void;
  /** What stands under the pointer, in words; '' where it is not over the map. */
  onPoint: (text: string) => void;
};
