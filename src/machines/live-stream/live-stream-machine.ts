import { type ActorRefFrom, type AnyActorRef, assign, setup, type SnapshotFrom } from 'xstate';
import { type LiveFigures, reckonFigures, summarised } from '../../model/live/live-figures.ts';
import { areSameFilters, realtimeDelayMs, refreshMs, type StreamSettings, windowMs } from '../../model/live/live-settings.ts';
import { LiveView } from '../../model/live/live-view.ts';
import { streamAddress } from '../../model/live/stream-address.ts';
import { contactWindowIn, hostNow, selectContents } from '../contact-window/contact-window-machine.ts';
import { KeptAside } from '../contact-window/kept-aside.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { heldContacts } from './held-contacts.ts';
import type { LiveStreamEvent } from './live-stream-events.ts';

export type LiveStreamContext = {
  /** What the address says (LIVE-20). The filters are the same object while they let the same through. */
  settings: StreamSettings;
  /** The right end of a stopped view, ms since the epoch by the host's clock; null while it runs. */
  pausedAt: number | null;
  /** How the chart and the figures look at the session's contacts. */
  view: KeptAside<LiveView>;
  /** The figures beside the chart, another object once a second; those said in words, less often. */
  figures: KeptAside<LiveFigures>;
  summary: KeptAside<LiveFigures>;
};

/**
 * The live stream (LIVE-7): `playback` is whether the view runs or stands, `filters` whether the dialog is
 * open, and `figures` reckons legend and table once a second and at each change, whether a chart is drawn or
 * not (LIVE-4). Pausing stops the view alone: contacts go on arriving in the window, so nothing is lost.
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
    stopView: assign(({ system }) => ({ pausedAt: hostTimeIn(system) - realtimeDelayMs })),
    reckon: assign(({ context: { view, settings, pausedAt, summary }, system }) => {
      const figures = reckonFigures(view.value, settings, hostTimeIn(system), pausedAt);
      const said = summarised(summary.value, figures);
      return { figures: new KeptAside(figures), summary: said === summary.value ? summary : new KeptAside(said) };
    }),
    runView: assign({ pausedAt: null }),
  },
  delays: { refresh: refreshMs },
}).createMachine({
  id: 'liveStream',
  type: 'parallel',
  context: ({ input, self }) => begin(input, self.system),
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
            'place.changed': 'closed',
          },
        },
      },
    },
    figures: {
      initial: 'reckoned',
      states: {
        reckoned: {
          entry: 'reckon',
          after: { refresh: { target: 'reckoned', reenter: true } },
          on: {
            'place.changed': {
              target: 'reckoned',
              reenter: true,
              actions: { type: 'readAddress', params: ({ event }) => event },
            },
            'stream.pause': { target: 'reckoned', reenter: true },
            'stream.resume': { target: 'reckoned', reenter: true },
          },
        },
      },
    },
  },
});

export type LiveStreamRef = ActorRefFrom<typeof liveStreamMachine>;

/** How chart and figures look at the contacts: the same object as long as the screen is open. */
export function selectView({ context }: SnapshotFrom<typeof liveStreamMachine>): LiveView {
  return context.view.value;
}

/** What legend, table and filter dialog show. */
export function selectFigures({ context }: SnapshotFrom<typeof liveStreamMachine>): LiveFigures {
  return context.figures.value;
}

/** The figures to say in words. */
export function selectSummary({ context }: SnapshotFrom<typeof liveStreamMachine>): LiveFigures {
  return context.summary.value;
}

function begin({ search }: ScreenInput, system: AnyActorRef['system']): LiveStreamContext {
  const address = readAddress(search);
  const view = new LiveView(selectContents(contactWindowIn(system).getSnapshot()));
  const figures = new KeptAside(reckonFigures(view, address.settings, hostTimeIn(system), null));
  return { ...address, pausedAt: null, view: new KeptAside(view), figures, summary: figures };
}

/** The time by the host's clock as far as it is known, ms since the epoch. */
function hostTimeIn(system: AnyActorRef['system']): number {
  return hostNow(contactWindowIn(system).getSnapshot().context);
}

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
