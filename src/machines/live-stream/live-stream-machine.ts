import { type ActorRefFrom, type AnyActorRef, assign, type EventObject, sendTo, setup, type SnapshotFrom } from 'xstate';
import { type LiveFigures, noFigures, computeFigures, stepPauseMs, summarised } from '../../model/live/live-figures.ts';
import { areSameFilters, realtimeDelayMs, refreshMs, type StreamSettings, windowMs } from '../../model/live/live-settings.ts';
import { type HeardValues, LiveView, noHeardValues } from '../../model/live/live-view.ts';
import { isAwaited, type ReceptionGap, unknownGaps } from '../../model/live/reception.ts';
import { streamAddress } from '../../model/live/stream-address.ts';
import { contactWindowIn, hostNow, selectContents } from '../contact-window/contact-window-machine.ts';
import { KeptAside } from '../contact-window/kept-aside.ts';
import type { SurroundingsEvent } from '../page/page-events.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import type { PastWanted } from '../socket/contact-feed-events.ts';
import { socketId } from '../socket/socket-id.ts';
import { notProvidedCallback, type NoInput } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import { followReception, followWindow, heldContacts } from './live-stream-actors.ts';
import type { LiveStreamEvent, ReceptionChanged } from './live-stream-events.ts';

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
  /** Of what times contacts were not received. */
  gaps: readonly ReceptionGap[];
  /** False after a step that did not come to the end of the figures: the last ones stand meanwhile. */
  isReckoned: boolean;
  /** What the filters offer, as it was when they were opened last. */
  heard: KeptAside<HeardValues>;
  /** While the filters name receivers: those that are heard, as of the figures. */
  heardReceivers: readonly number[];
};

const noReceivers: readonly number[] = [];

/**
 * The live stream (LIVE-7): `playback` is whether the view runs or stands, `filters` whether the dialog is
 * open, and `figures` computes legend and table once a second and at each change, whether a chart is drawn or
 * not (LIVE-4): in steps of little work each where there is much (LIVE-21), and not while the page is hidden.
 * While what was heard before is loaded they are computed as it comes, too (LIVE-34).
 * Pausing stops the view alone: contacts go on arriving in the window, so nothing is lost. What was heard
 * before it opened is asked for as it does (LIVE-25).
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
    isReckoned: ({ context }) => context.isReckoned,
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
      if (figures === null) return { isReckoned: false };
      const said = summarised(summary.value, figures);
      return {
        isReckoned: true,
        figures: new KeptAside(figures),
        summary: said === summary.value ? summary : new KeptAside(said),
        heardReceivers: settings.filters.rxId.length === 0 ? noReceivers : view.value.heardValues().rxId,
      };
    }),
    noteHeard: assign(({ context }) => ({ heard: new KeptAside(context.view.value.heardValues()) })),
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
      /** The counts start over by themselves where they cannot follow. */
      onError: {},
    },
    /** Where nobody tells what is missing, all counts as received. */
    {
      id: 'followReception',
      src: 'followReception',
      onError: { actions: { type: 'noteReception', params: { gaps: [] } } },
    },
    /** A page of which nothing is reported counts as shown. */
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
            /** The dialog began with what the address said before. */
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
              always: [{ guard: 'isReckoned', target: 'computed' }, { target: 'unfinished' }],
            },
            /** What was computed last stands until this is at its end. */
            unfinished: { tags: 'busy', after: { stepPause: 'computing' } },
            computed: { after: { refresh: 'computing' } },
            /** What was received is told before it is in the window: it is there a turn later. */
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

/** How chart and figures look at the contacts: the same object as long as the screen is open. */
export function selectView({ context }: SnapshotFrom<typeof liveStreamMachine>): LiveView {
  return context.view.value;
}

/** What legend and table show. */
export function selectFigures({ context }: SnapshotFrom<typeof liveStreamMachine>): LiveFigures {
  return context.figures.value;
}

/** True while the figures that stand are not yet of what is to be shown: there is more to count. */
export function selectIsCounting(snapshot: SnapshotFrom<typeof liveStreamMachine>): boolean {
  return snapshot.hasTag('busy');
}

const stillLoading = 'what it shows is still loading';

/**
 * Why no CSV can be saved; null where it can: once all contacts of the time that is to be shown are here, or
 * known not to come (LIVE-34).
 */
export function selectWhyNoCsv(snapshot: SnapshotFrom<typeof liveStreamMachine>): string | null {
  const { settings, figures, gaps } = snapshot.context;
  const { loading, range } = figures.value;
  // Figures that are still being computed are those of another time.
  return loading || isAwaited(gaps, { from: range.to - settings.timeLimit, to: range.to }) ? stillLoading : null;
}

/**
 * Why no picture can be saved; null where it can: of a chart, and once its figures are whole and all of them
 * known (LIVE-34). Its legend counts on from them, and all that is still to count would be counted in one go
 * (LIVE-21).
 */
export function selectWhyNoPicture(snapshot: SnapshotFrom<typeof liveStreamMachine>): string | null {
  const { settings, figures } = snapshot.context;
  if (settings.display !== 'chart') return 'the chart is not shown';
  return snapshot.hasTag('busy') || figures.value.loading ? stillLoading : null;
}

/** What the filter dialog offers, as it was when it was opened. */
export function selectHeard({ context }: SnapshotFrom<typeof liveStreamMachine>): HeardValues {
  return context.heard.value;
}

/**
 * The ids of the receivers that were heard when figures were last computed, while the filters name any; else
 * none.
 */
export function selectHeardReceivers({ context }: SnapshotFrom<typeof liveStreamMachine>): readonly number[] {
  return context.heardReceivers;
}

/** The figures to say in words. */
export function selectSummary({ context }: SnapshotFrom<typeof liveStreamMachine>): LiveFigures {
  return context.summary.value;
}

function begin({ search }: ScreenInput, system: AnyActorRef['system']): LiveStreamContext {
  const address = readAddress(search);
  const view = new LiveView(selectContents(contactWindowIn(system).getSnapshot()));
  const figures = new KeptAside(noFigures(address.settings));
  return {
    ...address,
    pausedAt: null,
    view: new KeptAside(view),
    figures,
    summary: figures,
    isReckoned: false,
    gaps: unknownGaps,
    heard: new KeptAside(noHeardValues),
    heardReceivers: noReceivers,
  };
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
