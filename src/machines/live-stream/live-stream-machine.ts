import { type ActorRefFrom, assign, setup } from 'xstate';
import { areSameFilters, realtimeDelayMs, type StreamSettings, windowMs } from '../../model/live/live-settings.ts';
import { streamAddress } from '../../model/live/stream-address.ts';
import { contactWindowIn, hostNow } from '../contact-window/contact-window-machine.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { heldContacts } from './held-contacts.ts';
import type { LiveStreamEvent } from './live-stream-events.ts';

export type LiveStreamContext = {
  /** What the address says (LIVE-20). The filters are the same object while they let the same through. */
  settings: StreamSettings;
  /** The right end of a stopped view, ms since the epoch by the host's clock; null while it runs. */
  pausedAt: number | null;
};

/**
 * The live stream (LIVE-7): `playback` is whether the view runs or stands, `filters` whether the dialog is open.
 * Pausing stops the view alone: contacts go on arriving in the window, so nothing is lost.
 */
export const liveStreamMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as LiveStreamContext,
    events: {} as LiveStreamEvent,
    tags: {} as 'paused',
  },
  actors: { heldContacts },
  actions: {
    readAddress: assign(({ context }, { search }: { search: string }) => readAddress(search, context.settings)),
    stopView: assign(({ system }) => ({ pausedAt: hostNow(contactWindowIn(system).getSnapshot().context) - realtimeDelayMs })),
    runView: assign({ pausedAt: null }),
  },
}).createMachine({
  id: 'liveStream',
  type: 'parallel',
  context: ({ input }) => ({ ...readAddress(input.search), pausedAt: null }),
  on: { 'place.changed': { actions: { type: 'readAddress', params: ({ event }) => event } } },
  states: {
    playback: {
      initial: 'running',
      states: {
        running: {
          entry: 'runView',
          on: { 'stream.pause': { target: 'paused', actions: 'stopView' } },
        },
        paused: {
          tags: 'paused',
          invoke: {
            id: 'heldContacts',
            src: 'heldContacts',
            input: ({ context }) => heldRange(context),
            onError: 'running',
          },
          on: { 'stream.resume': 'running' },
        },
      },
    },
    filters: {
      initial: 'closed',
      states: {
        closed: { on: { 'filters.open': 'open' } },
        open: {
          on: {
            'filters.close': 'closed',
            /** The dialog began with what the address said before. */
            'place.changed': { target: 'closed', actions: { type: 'readAddress', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});

export type LiveStreamRef = ActorRefFrom<typeof liveStreamMachine>;

function readAddress(search: string, known?: StreamSettings): Pick<LiveStreamContext, 'settings'> {
  const { state } = streamAddress.read(search);
  const filters = known !== undefined && areSameFilters(known.filters, state.filters) ? known.filters : state.filters;
  return { settings: { ...state, filters } };
}

/** All that a stopped view can show, whichever time is chosen while it stands. */
function heldRange({ pausedAt }: LiveStreamContext): { from: number; to: number } {
  const to = pausedAt ?? 0;
  return { from: to - windowMs, to };
}
