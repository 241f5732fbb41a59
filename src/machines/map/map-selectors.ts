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

/** Where the map stands, or is going to; null before it is drawn. */
export function selectGoal({ context }: MapSnapshot): MapCamera | null {
  return goalOf(context);
}

/** True where no receiver is in sight there. */
export function selectIsDeserted({ context }: MapSnapshot): boolean {
  return isDeserted(context);
}

const nothingHeard: Heard = {};

/** How many contacts of the last minutes each receiver heard. */
export function selectHeard({ context }: MapSnapshot): Heard {
  return context.heard ?? nothingHeard;
}

/** True where that is all that was heard, as far as the gaps of what was received say; null: none was yet. */
export function selectIsHeardWhole({ context: { heard, now } }: MapSnapshot, gaps: readonly ReceptionGap[] | null): boolean {
  return heard !== null && gaps !== null && isWholeSince(gaps, now - windowMs);
}

/** When a receiver was heard last, as it was reported or as its newest contact says; null: not known. */
export function selectLastHeard(
  { context: { newest } }: MapSnapshot,
  rxId: number | null,
  reported: number | null,
): number | null {
  return newest === null || newest.rxId !== rxId ? reported : Math.max(newest.ts, reported ?? 0);
}

/** How large the map is drawn; null before it is. */
export function selectSize({ context }: MapSnapshot): MapSize | null {
  return context.size;
}

/** Where locations are edited; undefined where that has broken off. */
export function selectLocationEdit(snapshot: MapSnapshot): LocationEditRef | undefined {
  return snapshot.children.locationEdit;
}

/** What lies beneath; undefined where that has broken off. */
export function selectGround(snapshot: MapSnapshot): MapGroundRef | undefined {
  return snapshot.children.ground;
}

/** What shows other days; undefined where that has broken off. */
export function selectPast(snapshot: MapSnapshot): MapPastRef | undefined {
  const { past } = snapshot.children;
  return past?.getSnapshot().status === 'error' ? undefined : past;
}

/** True where the browser took the means of drawing away, or refused it after it was found. */
export function selectIsLost(snapshot: MapSnapshot): boolean {
  return snapshot.matches({ receivers: { shown: { bySvg: 'lost' } } });
}

/** True while the plain drawing stands for the one by WebGL, which has drawn nothing yet. */
export function selectIsStarting(snapshot: MapSnapshot): boolean {
  return snapshot.matches({ receivers: { shown: { byWebgl: 'starting' } } });
}

/** The situation of the receivers on the map. */
export function selectDrawing(snapshot: MapSnapshot): 'loading' | 'empty' | 'broken' | 'webgl' | 'svg' {
  if (snapshot.matches({ receivers: 'broken' })) return 'broken';
  if (snapshot.matches({ receivers: { shown: 'byWebgl' } })) return 'webgl';
  if (snapshot.matches({ receivers: { shown: 'bySvg' } })) return 'svg';
  return snapshot.hasTag('empty') ? 'empty' : 'loading';
}
