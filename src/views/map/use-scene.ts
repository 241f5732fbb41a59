import { useMemo, useState } from 'react';
import type { MapCamera, MapSize } from '../../model/map/camera.ts';
import { groupedPins, type PinGroup } from '../../model/map/pin-groups.ts';
import { labelsInSight, type PinLabel, pinLabels } from '../../model/map/pin-labels.ts';
import type { MapPin } from '../../model/map/pins.ts';
import { textWidth } from './text-width.ts';

type Scene = { groups: readonly PinGroup[]; labels: readonly PinLabel[] };

/** Pins are regrouped when the zoom has changed by this much, not at each turn of the wheel. */
const groupStep = 0.25;
const none: Scene = { groups: [], labels: [] };

/** Returns the pins as drawn at a zoom. */
export function groupsAt(pins: readonly MapPin[], zoom: number): readonly PinGroup[] {
  return groupedPins(pins, stepped(zoom));
}

/**
 * Returns the pins and names to draw, with or without WebGL (MAP-2); nothing while the map has no position.
 */
export function useScene(pins: readonly MapPin[], camera: MapCamera | null, size: MapSize, chosen: number | null): Scene {
  const step = camera === null ? null : stepped(camera.zoom);
  const groups = useMemo(() => (step === null ? none.groups : groupedPins(pins, step)), [pins, step]);
  const all = useMemo(() => (step === null ? none.labels : pinLabels(groups, step, chosen, textWidth)), [groups, step, chosen]);
  const inSight = camera === null ? none.labels : labelsInSight(all, camera, size);
  // Keep the same list while the same names are in view: a new list redraws all of them.
  const [labels, show] = useState(inSight);
  const isSame = labels.length === inSight.length && labels.every((label, at) => label === inSight[at]);
  if (!isSame) show(inSight);
  return { groups, labels: isSame ? labels : inSight };
}

function stepped(zoom: number): number {
  return Math.round(zoom / groupStep) * groupStep;
}
