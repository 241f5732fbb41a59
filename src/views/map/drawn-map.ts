import type { BaseMap } from '../../model/map/base-map.ts';
import type { MapCamera, MapSize } from '../../model/map/camera.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import type { MapPin } from '../../model/map/pins.ts';
import type { Scheme } from '../../model/live/palette.ts';

/** What a map is drawn of, by whatever means. */
export type DrawnMap = {
  pins: readonly MapPin[];
  /** The receiver of the info window. */
  chosen: number | null;
  base: BaseMap | null;
  scheme: Scheme;
  /** Where to look; null: where all pins are in sight. Another one moves the map. */
  asked: MapCamera | null;
  /** Another number: all pins are to be in sight, wherever it was moved to. */
  fits: number;
  /** Where it looks now and how large it is: at each change. */
  onLook: (camera: MapCamera, size: MapSize) => void;
  /** A person moved it there. */
  onMove: (camera: MapCamera) => void;
  /** A pin was chosen, or several that are drawn as one; null for the ground beside them. */
  onChoose: (group: PinGroup | null) => void;
  /** What stands under the pointer, in words; '' where it is not over the map. */
  onPoint: (text: string) => void;
};
