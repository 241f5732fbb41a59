import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { BaseMap } from '../../model/geo/base-map.ts';
import type { MapDetail } from '../../model/map/map-detail.ts';
import { KeptAside } from '../contact-window/kept-aside.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

type MapGroundContext = {
  /** Land and countries; null until they have come. */
  land: KeptAside<BaseMap> | null;
  /** What the operator set to lie there; null until it is known, and where nothing of it is drawn. */
  detail: KeptAside<MapDetail> | null;
};

/**
 * What lies under the pins and the system's layers: `land`, with the countries, that comes with the console
 * (MAP-4), and `detail`, which the operator set (LAY-10). Neither waits for the other, nor goes with it.
 */
export const mapGroundMachine = setup({
  types: {} as {
    context: MapGroundContext;
    events: { type: 'land.retry' };
    tags: 'failed';
  },
  actors: {
    /** Resolves with the land and countries that the host serves. */
    loadLand: notProvided<BaseMap>(),
    /** Resolves with what the operator set; null where none of it is drawn. */
    findDetail: notProvided<MapDetail | null>(),
  },
  actions: {
    keepLand: assign((_, { output }: { output: BaseMap }) => ({ land: new KeptAside(output) })),
    keepDetail: assign((_, { output }: { output: MapDetail | null }) => ({
      detail: output === null ? null : new KeptAside(output),
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
        /** The pins stand over a plain ground. */
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
        /** Nobody can tell whether anything is set: land alone is drawn. */
        unknown: {},
      },
    },
  },
});

export type MapGroundRef = ActorRefFrom<typeof mapGroundMachine>;
type MapGroundSnapshot = SnapshotFrom<typeof mapGroundMachine>;

/** Land and countries; null until they have come. */
export function selectLand(snapshot: MapGroundSnapshot | undefined): BaseMap | null {
  return snapshot?.context.land?.value ?? null;
}

/** What the operator set; null until it is known, and where none of it is drawn. */
export function selectDetail(snapshot: MapGroundSnapshot | undefined): MapDetail | null {
  return snapshot?.context.detail?.value ?? null;
}

/** True where the land did not come. */
export function selectIsLandLost(snapshot: MapGroundSnapshot | undefined): boolean {
  return snapshot?.hasTag('failed') === true;
}
