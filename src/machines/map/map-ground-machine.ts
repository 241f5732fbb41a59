import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { BaseMap } from '../../model/geo/base-map.ts';
import type { MapDetail } from '../../model/map/map-detail.ts';
import { ByReference } from '../contact-window/by-reference.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

type MapGroundContext = {
  /** Land and countries; null until loaded. */
  land: ByReference<BaseMap> | null;
  /** The operator's base map; null until known, or if none of it is drawn. */
  detail: ByReference<MapDetail> | null;
};

/**
 * The background of the map, below pins and layers: `land` with the countries, part of the console (MAP-4),
 * and `detail`, the operator's base map (LAY-10). They load and fail independently.
 */
export const mapGroundMachine = setup({
  types: {} as {
    context: MapGroundContext;
    events: { type: 'land.retry' };
    tags: 'failed';
  },
  actors: {
    /** Resolves with land and countries. */
    loadLand: notProvided<BaseMap>(),
    /** Resolves with the operator's base map; null if none of it is drawn. */
    findDetail: notProvided<MapDetail | null>(),
  },
  actions: {
    keepLand: assign((_, { output }: { output: BaseMap }) => ({ land: new ByReference(output) })),
    keepDetail: assign((_, { output }: { output: MapDetail | null }) => ({
      detail: output === null ? null : new ByReference(output),
    })),
  },
}).createMachine({
  id: 'mapGround',
  type: 'parallel',
  context: { land: null, detail: null },
  states: {
    land: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadLand',
            src: 'loadLand',
            onDone: { target: 'shown', actions: { type: 'keepLand', params: theEvent } },
            onError: 'failed',
          },
        },
        shown: {},
        /** The pins are drawn on a plain background. */
        failed: { tags: 'failed', on: { 'land.retry': 'loading' } },
      },
    },
    detail: {
      initial: 'finding',
      states: {
        finding: {
          invoke: {
            id: 'findDetail',
            src: 'findDetail',
            onDone: { target: 'known', actions: { type: 'keepDetail', params: theEvent } },
            onError: 'unknown',
          },
        },
        known: {},
        /** It is unknown whether the operator set a base map; only land is drawn. */
        unknown: {},
      },
    },
  },
});

export type MapGroundRef = ActorRefFrom<typeof mapGroundMachine>;
type MapGroundSnapshot = SnapshotFrom<typeof mapGroundMachine>;

/** Returns land and countries; null until loaded. */
export function selectLand(snapshot: MapGroundSnapshot | undefined): BaseMap | null {
  return snapshot?.context.land?.value ?? null;
}

/** Returns the operator's base map; null until known, or if none of it is drawn. */
export function selectDetail(snapshot: MapGroundSnapshot | undefined): MapDetail | null {
  return snapshot?.context.detail?.value ?? null;
}

/** Returns true if the land could not be loaded. */
export function selectIsLandLost(snapshot: MapGroundSnapshot | undefined): boolean {
  return snapshot?.hasTag('failed') === true;
}
