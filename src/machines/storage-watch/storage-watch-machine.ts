import { sendTo, setup } from 'xstate';
import type { StorageState } from '../../model/contract/socket-messages.ts';
import { administrator, hasRole } from '../../model/entities/role.ts';
import { type Banner, bannerIn, storageBanner } from '../banner/banner-machine.ts';
import type { SocketDelivery, Subscription } from '../socket/socket-events.ts';
import { socketId } from '../socket/socket-id.ts';
import { theEvent } from '../support/the-event.ts';

/** The person's role in the system: people who cannot free space see a banner only when the disk is full. */
export type StorageWatchInput = { role: () => number };

export type StorageWatchEvent = SocketDelivery;

type Heard = Extract<StorageWatchEvent, { type: 'message.received' }>;

export const storageFull: Banner = {
  message:
    'The host’s disk is full: new contacts and changes are not stored until there is space. You can still log in and read data.',
  variant: 'error',
  key: storageBanner,
};
export const storageLow: Banner = {
  message: 'The host’s disk is nearly full. Make space: when it is full, new contacts cannot be stored.',
  variant: 'info',
  key: storageBanner,
};

/**
 * Shows a banner when the host's heartbeats say that its disk is full or nearly full, and retracts it
 * afterwards.
 */
export const storageWatchMachine = setup({
  types: {} as {
    input: StorageWatchInput;
    context: StorageWatchInput;
    events: StorageWatchEvent;
    tags: 'ready';
  },
  actions: {
    subscribe: sendTo(
      ({ system }) => system.get(socketId),
      ({ self }) =>
        ({ type: 'subscription.added', subscriber: self, types: ['heartbeat'] }) satisfies Subscription & { type: string },
    ),
    show: sendTo(bannerIn, (_, banner: Banner) => ({ type: 'banner.show', banner })),
    retract: sendTo(bannerIn, { type: 'banner.retract', key: storageBanner }),
  },
  guards: {
    isFull: (_, heard: Heard) => storageIn(heard) === 'full',
    isLow: ({ context }, heard: Heard) => storageIn(heard) === 'low' && hasRole(context.role(), administrator),
    /**
     * True if no banner is needed: the disk is not nearly full, or it is and the person cannot free space.
     * False for a full disk.
     */
    isAmple: ({ context }, heard: Heard) => {
      const storage = storageIn(heard);
      return storage === 'ok' || (storage === 'low' && !hasRole(context.role(), administrator));
    },
  },
}).createMachine({
  id: 'storageWatch',
  context: ({ input }) => input,
  entry: 'subscribe',
  initial: 'ample',
  states: {
    ample: {
      tags: 'ready',
      on: {
        'message.received': [
          { guard: { type: 'isFull', params: theEvent }, target: 'full' },
          { guard: { type: 'isLow', params: theEvent }, target: 'low' },
        ],
      },
    },
    low: {
      tags: 'ready',
      entry: { type: 'show', params: storageLow },
      exit: 'retract',
      on: {
        'message.received': [
          { guard: { type: 'isFull', params: theEvent }, target: 'full' },
          { guard: { type: 'isAmple', params: theEvent }, target: 'ample' },
        ],
      },
    },
    full: {
      tags: 'ready',
      entry: { type: 'show', params: storageFull },
      exit: 'retract',
      on: {
        'message.received': [
          { guard: { type: 'isAmple', params: theEvent }, target: 'ample' },
          { guard: { type: 'isLow', params: theEvent }, target: 'low' },
        ],
      },
    },
  },
});

/** Returns the disk's state from a message; undefined if it has none. */
function storageIn({ message }: Heard): StorageState | undefined {
  return message.type === 'heartbeat' ? message.payload.storage : undefined;
}
