import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { type ExploredContacts, mostExplored } from '../../model/contract/packed-contacts.ts';
import { type ExplorerPlace, placeIn } from '../../model/explorer/explorer-address.ts';
import type { WornTag } from '../../model/explorer/worn-tags.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

export type ContactExplorerEvent = SearchChanged | { type: 'explorer.again' };

/** The input of counting and reading. */
export type ExplorerAsked = { mitasId: string; place: ExplorerPlace };

/** The contacts read; `worn` is null if the tags could not be loaded, which the chart does not need. */
export type ExplorerRead = { contacts: ExploredContacts; worn: readonly WornTag[] | null };

export type ContactExplorerContext = {
  mitasId: string;
  /** The receiver, antennas and time in the address; null while the explorer is closed. */
  place: ExplorerPlace | null;
  /** The number of contacts according to the rollups, known before they are read. */
  count: number | null;
  contacts: ExploredContacts | null;
  /** The tags, with the times when animals wore them; null before they are loaded, and if loading failed. */
  worn: readonly WornTag[] | null;
  failure: Failure | null;
};

const askedOf = ({ context: { mitasId, place } }: { context: ContactExplorerContext }): ExplorerAsked => ({
  mitasId,
  place: place as ExplorerPlace,
});

/**
 * The contact explorer (EXP-1): if the address names a receiver, antennas and a time, counts and then reads
 * its contacts. A new place in the address drops them.
 */
export const contactExplorerMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ContactExplorerContext;
    events: ContactExplorerEvent;
    tags: 'open' | 'busy' | 'failed' | 'shown' | 'tooMany';
  },
  actors: {
    count: notProvided<number, ExplorerAsked>(),
    read: notProvided<ExplorerRead, ExplorerAsked>(),
  },
  actions: {
    takePlace: assign((_, { search }: { search: string }) => ({
      place: placeIn(search),
      count: null,
      contacts: null,
      worn: null,
      failure: null,
    })),
    noteCount: assign((_, { output }: { output: number }) => ({ count: output })),
    takeContacts: assign((_, { output: { contacts, worn } }: { output: ExplorerRead }) => ({ contacts, worn })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isTooMany: (_, { output }: { output: number }) => output > mostExplored,
    isOpen: ({ context }) => context.place !== null,
    isAnother: ({ context }, { search }: { search: string }) => JSON.stringify(placeIn(search)) !== JSON.stringify(context.place),
  },
}).createMachine({
  id: 'contactExplorer',
  context: ({ input: { mitasId, search } }) => ({
    mitasId,
    place: placeIn(search),
    count: null,
    contacts: null,
    worn: null,
    failure: null,
  }),
  initial: 'deciding',
  on: {
    'place.changed': {
      guard: { type: 'isAnother', params: theEvent },
      target: '.deciding',
      actions: { type: 'takePlace', params: theEvent },
    },
  },
  states: {
    deciding: { always: [{ guard: 'isOpen', target: 'counting' }, { target: 'closed' }] },
    closed: {},
    counting: {
      tags: ['open', 'busy'],
      invoke: {
        id: 'count',
        src: 'count',
        input: askedOf,
        onDone: [
          {
            guard: { type: 'isTooMany', params: theEvent },
            target: 'tooMany',
            actions: { type: 'noteCount', params: theEvent },
          },
          { target: 'reading', actions: { type: 'noteCount', params: theEvent } },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
      },
    },
    reading: {
      tags: ['open', 'busy'],
      invoke: {
        id: 'read',
        src: 'read',
        input: askedOf,
        onDone: { target: 'shown', actions: { type: 'takeContacts', params: theEvent } },
        onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
      },
    },
    /** Nothing is read: the person must choose a shorter time (EXP-3). */
    tooMany: { tags: ['open', 'tooMany'] },
    failed: { tags: ['open', 'failed'], on: { 'explorer.again': { target: 'counting', actions: 'forgetFailure' } } },
    shown: { tags: ['open', 'shown'] },
  },
});

export type ContactExplorerRef = ActorRefFrom<typeof contactExplorerMachine>;
