import { type ActorRefFrom, enqueueActions, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { BeaconDetections } from '../../model/beacons/beacon-heat.ts';
import { beaconsAddress } from '../../model/beacons/beacons-address.ts';
import { beaconRefreshMs } from '../../model/entities/beacon.ts';
import { type ContactExplorerRef, contactExplorerMachine } from '../contact-explorer/contact-explorer-machine.ts';
import { questionMachine, type QuestionRef } from '../question/question-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { theEvent } from '../support/the-event.ts';

export type BeaconsPageContext = ScreenInput & { opened: readonly number[] };

/** The request for each open beacon. */
export type BeaconAsked = { mitasId: string; id: number };

const childOf = (id: number): string => `beacon ${id}`;

/**
 * The page of beacons (REG-26). Loads the detections of each open beacon, and refreshes them. The contact
 * explorer opens over it (EXP-1).
 */
export const beaconsPageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: BeaconsPageContext;
    events: SearchChanged;
    children: Record<string, 'detections' | 'explorer'>;
  },
  actors: { detections: questionMachine, explorer: contactExplorerMachine },
  actions: {
    askOpened: enqueueActions(({ context: { mitasId, opened }, enqueue }, { search }: { search: string }) => {
      const next = beaconsAddress.read(search).state.opened;
      for (const id of opened) if (!next.includes(id)) enqueue.stopChild(childOf(id));
      for (const id of next) {
        if (opened.includes(id)) continue;
        const request: BeaconAsked = { mitasId, id };
        enqueue.spawnChild('detections', { id: childOf(id), input: { request, refreshMs: beaconRefreshMs } });
      }
      enqueue.assign({ opened: next });
    }),
    passToExplorer: sendTo('explorer', (_, event: SearchChanged) => event),
  },
}).createMachine({
  id: 'beaconsPage',
  type: 'parallel',
  context: ({ input }) => ({ ...input, opened: [] }),
  states: {
    beacons: {
      entry: { type: 'askOpened', params: ({ context }) => context },
      on: { 'place.changed': { actions: { type: 'askOpened', params: theEvent } } },
    },
    explorer: {
      initial: 'going',
      states: {
        going: {
          invoke: { id: 'explorer', src: 'explorer', input: ({ context }) => context, onError: 'broken' },
          on: { 'place.changed': { actions: { type: 'passToExplorer', params: theEvent } } },
        },
        /** The explorer broke because of a defect: cells no longer open it. */
        broken: {},
      },
    },
  },
});

export type BeaconsPageRef = ActorRefFrom<typeof beaconsPageMachine>;

/** Returns the question for an open beacon's detections. */
export function selectDetections(
  { children }: SnapshotFrom<typeof beaconsPageMachine>,
  id: number,
): QuestionRef<BeaconDetections> | undefined {
  return children[childOf(id)] as QuestionRef<BeaconDetections> | undefined;
}

/** Returns the contact explorer over the page. */
export function selectExplorer({ children }: SnapshotFrom<typeof beaconsPageMachine>): ContactExplorerRef | undefined {
  return children.explorer as ContactExplorerRef | undefined;
}
