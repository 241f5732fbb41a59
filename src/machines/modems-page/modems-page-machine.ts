import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import type { Modem } from '../../model/entities/modem.ts';
import { modemSeriesRefreshMs, type ModemSeries } from '../../model/modems/modem-chart.ts';
import { modemPollMs } from '../../model/modems/modem-details.ts';
import { isOver, type ModemsAddress, modemsAddress, plottedTime } from '../../model/modems/modems-address.ts';
import { contactWindowIn, hostNow } from '../contact-window/contact-window-machine.ts';
import { timesIn } from '../journal/times-in.ts';
import { questionMachine, type QuestionRef } from '../question/question-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { theEvent } from '../support/the-event.ts';

export type ModemsPageContext = ScreenInput & { shown: ModemsAddress };

/** The retries start a part again after a defect. */
export type ModemsPageEvent = SearchChanged | { type: 'list.retry' } | { type: 'series.retry' };

/** The request for the list. */
export type ModemsAsked = { mitasId: string };

/** The request for the open modem. */
export type SeriesAsked = { mitasId: string; id: number } & Pick<ModemsAddress, 'plot' | 'time'>;

/**
 * The page of modems: its list, which is polled (REG-30), and the chart of the open modem (REG-31). If one
 * fails, the other goes on.
 */
export const modemsPageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ModemsPageContext;
    events: ModemsPageEvent;
    tags: 'failed';
    children: { list: 'list'; series: 'series' };
  },
  actors: { list: questionMachine, series: questionMachine },
  actions: { takePlace: assign((_, { search }: { search: string }) => ({ search, shown: modemsAddress.read(search).state })) },
  guards: {
    isOpen: ({ context }) => context.shown.opened !== null,
    showsAnother: ({ context }, { search }: { search: string }) =>
      JSON.stringify(modemsAddress.read(search).state) !== JSON.stringify(context.shown),
  },
}).createMachine({
  id: 'modemsPage',
  type: 'parallel',
  context: ({ input }) => ({ ...input, shown: modemsAddress.read(input.search).state }),
  states: {
    list: {
      initial: 'polled',
      states: {
        polled: {
          invoke: {
            id: 'list',
            src: 'list',
            input: ({ context: { mitasId } }) => ({ request: { mitasId } satisfies ModemsAsked, refreshMs: modemPollMs }),
            onError: 'broken',
          },
        },
        /** The list broke because of a defect: an error replaces it. */
        broken: { tags: 'failed', on: { 'list.retry': 'polled' } },
      },
    },
    series: {
      initial: 'deciding',
      on: {
        'place.changed': {
          guard: { type: 'showsAnother', params: theEvent },
          target: '.deciding',
          actions: { type: 'takePlace', params: theEvent },
        },
      },
      states: {
        deciding: { always: [{ guard: 'isOpen', target: 'plotted' }, { target: 'closed' }] },
        closed: {},
        plotted: {
          invoke: {
            id: 'series',
            src: 'series',
            input: ({ context: { mitasId, shown }, self: { system } }) => {
              const { opened, plot } = shown;
              const now = hostNow(contactWindowIn(system).getSnapshot().context);
              const { time } = plottedTime(shown.time, timesIn(system), now);
              return {
                request: { mitasId, id: opened ?? 0, plot, time } satisfies SeriesAsked,
                // Past days do not change, so they are not refreshed.
                ...(isOver(time, timesIn(system), now) ? {} : { refreshMs: modemSeriesRefreshMs }),
              };
            },
            onError: 'broken',
          },
        },
        broken: { tags: 'failed', on: { 'series.retry': 'plotted' } },
      },
    },
  },
});

export type ModemsPageRef = ActorRefFrom<typeof modemsPageMachine>;
type Snapshot = SnapshotFrom<typeof modemsPageMachine>;

/** Returns the question for the list. */
export function selectModems({ children }: Snapshot): QuestionRef<readonly Modem[]> | undefined {
  return children.list as QuestionRef<readonly Modem[]> | undefined;
}

/** Returns the question for the open modem's chart; undefined while no modem is open. */
export function selectSeries({ children }: Snapshot): QuestionRef<ModemSeries> | undefined {
  return children.series as QuestionRef<ModemSeries> | undefined;
}
