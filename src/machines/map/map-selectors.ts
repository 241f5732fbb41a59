import type { SnapshotFrom } from 'xstate';
import { windowMs } from '../../model/live/live-settings.ts';
import { isWholeSince, type ReceptionGap } from '../../model/live/reception.ts';
import type { MapCamera, MapSize } from '../../model/map/camera.ts';
import type { Heard } from '../../model/map/heard-counts.ts';
import { goalOf, isDeserted } from '../../model/map/map-look.ts';
import type { MapGroundRef } from './map-ground-machine.ts';
import type { LocationEditRef } from './location-edit-machine.ts';
import type { MapPastRef } from './map-past-machine.ts';
import type { mapMachine } from './map-machine.ts';

type MapSnapshot = SnapshotFrom<typeof mapMachine>;

/** Returns the camera that the map has or is moving to; null before it is drawn. */
export function selectGoal({ context }: MapSnapshot): MapCamera | null {
  return goalOf(context);
}

/** Returns true if no receiver is in sight of that camera. */
export function selectIsDeserted({ context }: MapSnapshot): boolean {
  return isDeserted(context);
}

const nothingHeard: Heard = {};

/** Returns the recent contacts of each receiver. */
export function selectHeard({ context }: MapSnapshot): Heard {
  return context.heard ?? nothingHeard;
}

/**
 * Returns true if the counts of recent contacts are complete according to the reception gaps; null `gaps`
 * means that nothing has been received yet.
 */
export function selectIsHeardWhole({ context: { heard, now } }: MapSnapshot, gaps: readonly ReceptionGap[] | null): boolean {
  return heard !== null && gaps !== null && isWholeSince(gaps, now - windowMs);
}

/** Returns when a receiver was last heard, as reported or by its newest contact; null if unknown. */
export function selectLastHeard(
  { context: { newest } }: MapSnapshot,
  rxId: number | null,
  reported: number | null,
): number | null {
  return newest === null || newest.rxId !== rxId ? reported : Math.max(newest.ts, reported ?? 0);
}

/** Returns the size of the map; null before it is drawn. */
export function selectSize({ context }: MapSnapshot): MapSize | null {
  return context.size;
}

/** Returns the actor that edits locations; undefined if it failed. */
export function selectLocationEdit(snapshot: MapSnapshot): LocationEditRef | undefined {
  return snapshot.children.locationEdit;
}

/** Returns the actor of the background; undefined if it failed. */
export function selectGround(snapshot: MapSnapshot): MapGroundRef | undefined {
  return snapshot.children.ground;
}

/** Returns the actor for past days; undefined if it failed. */
export function selectPast(snapshot: MapSnapshot): MapPastRef | undefined {
  const { past } = snapshot.children;
  return past?.getSnapshot().status === 'error' ? undefined : past;
}

/** Returns true if the browser withdrew WebGL, or refused it after a successful check. */
export function selectIsLost(snapshot: MapSnapshot): boolean {
  return snapshot.matches({ receivers: { shown: { bySvg: 'lost' } } });
}

/** Returns true while SVG is shown because WebGL has not drawn its first frame yet. */
export function selectIsStarting(snapshot: MapSnapshot): boolean {
  return snapshot.matches({ receivers: { shown: { byWebgl: 'starting' } } });
}

/** Returns the state of the receivers' drawing. */
export function selectDrawing(snapshot: MapSnapshot): 'loading' | 'empty' | 'broken' | 'webgl' | 'svg' {
  if (snapshot.matches({ receivers: 'broken' })) return 'broken';
  if (snapshot.matches({ receivers: { shown: 'byWebgl' } })) return 'webgl';
  if (snapshot.matches({ receivers: { shown: 'bySvg' } })) return 'svg';
  return snapshot.hasTag('empty') ? 'empty' : 'loading';
}
