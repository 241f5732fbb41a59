import { useMemo } from 'react';
import { groupedPins, type PinGroup } from '../../model/map/pin-groups.ts';
import { type PinLabel, pinLabels } from '../../model/map/pin-labels.ts';
import type { MapPin } from '../../model/map/pins.ts';
import { textWidth } from './text-width.ts';

type Scene = { groups: readonly PinGroup[]; labels: readonly PinLabel[] };

/** Pins are grouped anew at steps of the zoom, not at each pixel of the wheel. */
const groupStep = 0.25;
const none: Scene = { groups: [], labels: [] };

/** The pins as they are drawn at a zoom. */
export function groupsAt(pins: readonly MapPin[], zoom: number): readonly PinGroup[] {
  return groupedPins(pins, stepped(zoom));
}

/** What is drawn of the receivers at a zoom, by whatever means (MAP-2); nothing while there is no zoom. */
export function useScene(pins: readonly MapPin[], zoom: number | null, chosen: number | null): Scene {
  const step = zoom === null ? null : stepped(zoom);
  const groups = useMemo(() => (step === null ? none.groups : groupedPins(pins, step)), [pins, step]);
  const labels = useMemo(
    () => (step === null ? none.labels : pinLabels(groups, step, chosen, textWidth)),
    [groups, step, chosen],
  );
  return { groups, labels };
}

function stepped(zoom: number): number {
  return Math.round(zoom / groupStep) * groupStep;
}
