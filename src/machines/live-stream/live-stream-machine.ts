import { type ActorRefFrom, type AnyActorRef, assign, type EventObject, sendTo, setup, type SnapshotFrom } from 'xstate';
import { type LiveFigures, noFigures, computeFigures, stepPauseMs, summarised } from '../../model/live/live-figures.ts';
import { areSameFilters, realtimeDelayMs, refreshMs, type StreamSettings, windowMs } from '../../model/live/live-settings.ts';
import { type HeardValues, LiveView, noHeardValues } from '../../model/live/live-view.ts';
import { isAwaited, type ReceptionGap, unknownGaps } from '../../model/live/reception.ts';
import { streamAddress } from '../../model/live/stream-address.ts';
import { contactWindowIn, hostNow, selectContents } from '../contact-window/contact-window-machine.ts';
import { ByReference } from '../contact-window/by-reference.ts';
import type { SurroundingsEvent } from '../page/page-events.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import type { PastWanted } from '../socket/contact-feed-events.ts';
import { socketId } from '../socket/socket-id.ts';
import { notProvidedCallback, type NoInput } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import { followReception, followWindow, heldContacts } from './live-stream-actors.ts';
import type { LiveStreamEvent, ReceptionChanged } from './live-stream-events.ts';

export type LiveStreamContext = {
  /** The settings in the address (LIVE-20). `filters` stays the same object while its content is the same. */
  settings: StreamSettings;
  /** The right end of a paused view, ms since the epoch by the host's clock; null while it runs. */
  pausedAt: number | null;
  /** The view through which chart and figures read the session's contacts. */
  view: ByReference<LiveView>;
  /**
   * `figures` is what is shown beside the chart, a new object each second. `summary` is what is described in
   * words, and changes less often.
   */
  figures: ByReference<LiveFigures>;
  summary: ByReference<LiveFigures>;
  /** The times with missing contacts. */
  gaps: readonly ReceptionGap[];
  /** False while the figures are being computed in steps; the last complete ones are shown until then. */
  isComputed: boolean;
  /** The values that the filter dialog offers, read when it was last opened. */
  heard: ByReference<HeardValues>;
  /** The receivers heard, updated with the figures; empty unless the filters select receivers. */
  heardReceivers: readonly number[];
};

const noReceivers: readonly number[] = [];

/**
 * The live stream (LIVE-7): `playback` is running or paused, `filters` is the dialog, and `figures` computes
 * legend and table once a second and at each change, even without a chart (LIVE-4). It works in small steps
 * if there is much data (LIVE-21), also while earlier contacts load (LIVE-34), but not while the page is
 * hidden. Pausing stops only the view: contacts still arrive in the window, so none is lost. Opening the
 * stream requests the contacts from before (LIVE-25).
 */
export const liveStreamMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: LiveStreamContext;
    events: LiveStreamEvent;
    tags: 'paused' | 'busy';
  },
  actors: {
    heldContacts,
    followWindow,
    followReception,
    surroundings: notProvidedCallback<EventObject, NoInput, SurroundingsEvent>(),
  },
  guards: {
    isComputed: ({ context }) => context.isComputed,
    isLoading: ({ context: { figures } }, { gaps }: Pick<ReceptionChanged, 'gaps'>) => {
      const { loading, range } = figures.value;
      return loading || isAwaited(gaps, range);
    },
  },
  actions: {
    readAddress: assign(({ context }, { search }: { search: string }) => readAddress(search, context.settings)),
    stopView: assign(({ system }) => ({ pausedAt: hostTimeIn(system) - realtimeDelayMs })),
    noteReception: assign((_, { gaps }: Pick<ReceptionChanged, 'gaps'>) => ({ gaps })),
    compute: assign(({ context: { view, settings, pausedAt, summary, gaps }, system }) => {
      const figures = computeFigures(view.value, settings, hostTimeIn(system), pausedAt, gaps);
      if (figures === null) return { isComputed: false };
      const said = summarised(summary.value, figures);
      return {
        isComputed: true,
        figures: new ByReference(figures),
        summary: said === summary.value ? summary : new ByReference(said),
        heardReceivers: settings.filters.rxId.length === 0 ? noReceivers : view.value.heardValues().rxId,
      };
    }),
    noteHeard: assign(({ context }) => ({ heard: new ByReference(context.view.value.heardValues()) })),
    askForPast: sendTo(({ system }) => system.get(socketId), { type: 'past.wanted' } satisfies PastWanted),
    runView: assign({ pausedAt: null }),
  },
  delays: { refresh: refreshMs, stepPause: stepPauseMs, turn: 0 },
}).createMachine({
  id: 'liveStream',
  type: 'parallel',
  context: ({ input, self }) => begin(input, self.system),
  entry: 'askForPast',
  invoke: [
    {
      id: 'followWindow',
      src: 'followWindow',
      input: ({ context }) => context.view,
      /** If the view cannot follow the window, its counts start over. */
      onError: {},
    },
    /** Without reports of missing contacts, all count as received. */
    {
      id: 'followReception',
      src: 'followReception',
      onError: { actions: { type: 'noteReception', params: { gaps: [] } } },
    },
    /** Without reports about the page, it counts as visible. */
    { id: 'surroundings', src: 'surroundings', onError: '.figures.shown' },
  ],
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
        closed: { on: { 'filters.open': { target: 'open', actions: 'noteHeard' } } },
        open: {
          on: {
            'filters.close': 'closed',
            /** Closes the dialog, because it was opened with the old settings. */
            'place.changed': 'closed',
          },
        },
      },
    },
    figures: {
      initial: 'shown',
      states: {
        shown: {
          initial: 'computing',
          on: {
            'place.changed': { target: '.computing', actions: { type: 'readAddress', params: theEvent } },
            'stream.pause': '.computing',
            'stream.resume': '.computing',
            'page.hidden': 'hidden',
            'reception.changed': [
              {
                guard: { type: 'isLoading', params: theEvent },
                target: '.coming',
                actions: { type: 'noteReception', params: theEvent },
              },
              { actions: { type: 'noteReception', params: theEvent } },
            ],
          },
          states: {
            computing: {
              entry: 'compute',
              always: [{ guard: 'isComputed', target: 'computed' }, { target: 'unfinished' }],
            },
            /** The last complete figures are shown until the new ones are finished. */
            unfinished: { tags: 'busy', after: { stepPause: 'computing' } },
            computed: { after: { refresh: 'computing' } },
            /**
             * Contacts are reported one turn of the event loop before they are in the window, so wait for
             * that turn.
             */
            coming: { after: { turn: 'computing' } },
          },
        },
        hidden: {
          on: {
            'place.changed': { actions: { type: 'readAddress', params: theEvent } },
            'page.shown': 'shown',
            'reception.changed': { actions: { type: 'noteReception', params: theEvent } },
          },
        },
      },
    },
  },
});

export type LiveStreamRef = ActorRefFrom<typeof liveStreamMachine>;

/**
 * Returns the view through which chart and figures read the contacts: the same object while the screen is
 * open.
 */
export function selectView({ context }: SnapshotFrom<typeof liveStreamMachine>): LiveView {
  return context.view.value;
}

/** Returns the figures of legend and table. */
export function selectFigures({ context }: SnapshotFrom<typeof liveStreamMachine>): LiveFigures {
  return context.figures.value;
}

/** Returns true while the shown figures do not yet match the settings. */
export function selectIsCounting(snapshot: SnapshotFrom<typeof liveStreamMachine>): boolean {
  return snapshot.hasTag('busy');
}

const stillLoading = 'what it shows is still loading';

/**
 * Returns why no CSV can be saved; null once all contacts of the shown time are loaded, or known to be
 * unavailable (LIVE-34).
 */
export function selectWhyNoCsv(snapshot: SnapshotFrom<typeof liveStreamMachine>): string | null {
  const { settings, figures, gaps } = snapshot.context;
  const { loading, range } = figures.value;
  // `range` may still be that of the last complete figures, so compute its start from the present time limit.
  return loading || isAwaited(gaps, { from: range.to - settings.timeLimit, to: range.to }) ? stillLoading : null;
}

/**
 * Returns why no picture can be saved; null for a chart whose figures are complete (LIVE-34). The picture's
 * legend continues the figures' count; from incomplete figures, it would have to count all the rest in one
 * step (LIVE-21).
 */
export function selectWhyNoPicture(snapshot: SnapshotFrom<typeof liveStreamMachine>): string | null {
  const { settings, figures } = snapshot.context;
  if (settings.display !== 'chart') return 'the chart is not shown';
  return snapshot.hasTag('busy') || figures.value.loading ? stillLoading : null;
}

/** Returns the values that the filter dialog offers, read when it was opened. */
export function selectHeard({ context }: SnapshotFrom<typeof liveStreamMachine>): HeardValues {
  return context.heard.value;
}

/** Returns the receivers heard, updated with the figures; empty unless the filters select receivers. */
export function selectHeardReceivers({ context }: SnapshotFrom<typeof liveStreamMachine>): readonly number[] {
  return context.heardReceivers;
}

/** Returns the figures to describe in words. */
export function selectSummary({ context }: SnapshotFrom<typeof liveStreamMachine>): LiveFigures {
  return context.summary.value;
}

function begin({ search }: ScreenInput, system: AnyActorRef['system']): LiveStreamContext {
  const address = readAddress(search);
  const view = new LiveView(selectContents(contactWindowIn(system).getSnapshot()));
  const figures = new ByReference(noFigures(address.settings));
  return {
    ...address,
    pausedAt: null,
    view: new ByReference(view),
    figures,
    summary: figures,
    isComputed: false,
    gaps: unknownGaps,
    heard: new ByReference(noHeardValues),
    heardReceivers: noReceivers,
  };
}

/** Returns the host's time as far as it is known, ms since the epoch. */
function hostTimeIn(system: AnyActorRef['system']): number {
  return hostNow(contactWindowIn(system).getSnapshot().context);
}

function readAddress(search: string, known?: StreamSettings): Pick<LiveStreamContext, 'settings'> {
  const { state } = streamAddress.read(search);
  const filters = known !== undefined && areSameFilters(known.filters, state.filters) ? known.filters : state.filters;
  return { settings: { ...state, filters } };
}

/** Returns the range of all contacts that a paused view can show, whichever time limit is chosen. */
function heldRange({ pausedAt }: LiveStreamContext): { from: number; to: number } {
  const to = pausedAt ?? 0;
  return { from: to - windowMs, to };
}
