import { type ActorRefFrom, assign, sendTo, setup, type SnapshotFrom } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { detectionAddress } from '../../model/detection/detection-address.ts';
import {
  emptyForm,
  estimateRestMs,
  renewedForm,
  type RangePreset,
  type ReprocessEstimate,
  type ReprocessFields,
  type ReprocessForm,
  type ReprocessOrder,
  reprocessOrder,
  whyNotStarted,
  withFields,
  withPreset,
} from '../../model/detection/reprocess-form.ts';
import { type JobPage, jobPollMs, runningJob } from '../../model/detection/reprocess-jobs.ts';
import type { ReprocessJob } from '../../model/entities/detection-config.ts';
import { type DialogSlotEvent, dialogSlotMachine } from '../dialog-slot/dialog-slot-machine.ts';
import { type PagedListEvent, pagedListMachine } from '../paged-list/paged-list-machine.ts';
import { questionMachine } from '../question/question-machine.ts';
import {
  type ReprocessJobEvent,
  type ReprocessJobInput,
  reprocessJobMachine,
  type ReprocessJobRef,
} from '../reprocess-job/reprocess-job-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notProvided, notProvidedAction } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { ReprocessingEvent } from './reprocessing-events.ts';

export type ReprocessingContext = ScreenInput & {
  form: ReprocessForm;
  /** The estimate for the form's present values; null if unknown. */
  estimate: ReprocessEstimate | null;
  estimateFailure: Failure | null;
  /** The last list of jobs; null until loaded. */
  list: JobPage | null;
  /** The followed job, as it was when following began; null before the first. */
  followed: Omit<ReprocessJobInput, 'mitasId'> | null;
  /** The job whose summary is shown. */
  chosen: ReprocessJob | null;
  isGuideOpen: boolean;
};

export type ReprocessAsked = { mitasId: string; order: ReprocessOrder };
export type JobAsked = { mitasId: string; jobId: string };

/**
 * Returns the order to send. @throws Error if the form has errors, which is a defect, because guards prevent
 * sending such a form.
 */
function orderOf({ mitasId, form }: Pick<ReprocessingContext, 'mitasId' | 'form'>): ReprocessAsked {
  const order = reprocessOrder(form);
  if (order === null) throw new Error('A form with errors was to be sent');
  return { mitasId, order };
}

/**
 * Returns the job of a dialog. @throws Error without a job, which is a defect, because each dialog opens with
 * one.
 */
function chosenOf({ mitasId, chosen }: Pick<ReprocessingContext, 'mitasId' | 'chosen'>): JobAsked {
  if (chosen === null) throw new Error('A dialog of no job was opened');
  return { mitasId, jobId: chosen.jobId };
}

/**
 * Reprocessing (DET-20, DET-21): the form with its estimate, the list of jobs, which is polled while one
 * runs, the running job, and the dialogs for confirmation and for a job's summary.
 */
export const reprocessingMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ReprocessingContext;
    events: ReprocessingEvent;
    tags: 'estimating' | 'estimateFailed' | 'summaryDialog';
    children: { jobs: 'jobs'; job: 'job'; start: 'start'; restore: 'restore'; summary: 'summary' };
  },
  actors: {
    estimate: notProvided<ReprocessEstimate, ReprocessAsked>(),
    jobs: pagedListMachine,
    job: reprocessJobMachine,
    /** The dialog that starts a job, about a `ReprocessOrder`; sends `job.started` or `jobs.outdated`. */
    start: dialogSlotMachine,
    /** The dialog that restores an earlier result, about a `ReprocessJob`; sends `jobs.outdated`. */
    restore: dialogSlotMachine,
    summary: questionMachine,
  },
  actions: {
    /** Reads from the browser whether the guide is open. */
    recallGuide: notProvidedAction<undefined>(),
    /** Reads the host's clock and sets the initial range: the last 7 days, or the times in the address. */
    beginForm: notProvidedAction<undefined>(),
    toggleGuide: assign({ isGuideOpen: ({ context }) => !context.isGuideOpen }),
    keepGuide: notProvidedAction<{ isOpen: boolean }>(),
    setForm: assign(({ context: { form } }, { fields }: { fields: ReprocessFields }) => ({ form: withFields(form, fields) })),
    chooseRange: assign(({ context: { form } }, { preset, now }: { preset: RangePreset; now: number }) => ({
      form: withPreset(form, preset, now),
    })),
    renewForm: assign(({ context: { form } }, { now }: { now: number }) => ({ form: renewedForm(form, now) })),
    forgetEstimate: assign({ estimate: null, estimateFailure: null }),
    takeEstimate: assign((_, { output }: { output: ReprocessEstimate }) => ({ estimate: output })),
    setEstimateFailure: assign((_, { error }: { error: unknown }) => ({ estimateFailure: toFailure(error) })),
    takeList: assign((_, { list }: { list: JobPage }) => ({ list })),
    passToJobs: sendTo('jobs', (_, event: SearchChanged) => event),
    outdateJobs: sendTo('jobs', { type: 'list.outdated' } satisfies PagedListEvent),
    followStarted: assign(({ context: { list } }, { jobId }: { jobId: string }) => ({
      followed: { jobId, job: null, isCancelled: false },
      list: list && { ...list, hasRunning: true },
    })),
    followListed: assign((_, { list }: { list: JobPage }) => {
      const job = runningJob(list);
      return job === undefined ? {} : { followed: { jobId: job.jobId, job, isCancelled: false } };
    }),
    followCancelled: assign((_, { job }: { job: ReprocessJob }) => ({ followed: { jobId: job.jobId, job, isCancelled: true } })),
    passCancel: sendTo('job', { type: 'job.cancel' } satisfies ReprocessJobEvent),
    noteSearch: assign((_, { search }: { search: string }) => ({ search })),
    openStart: sendTo('start', ({ context }): DialogSlotEvent => ({ type: 'dialog.open', subject: orderOf(context).order })),
    openRestore: sendTo('restore', (_, { job }: { job: ReprocessJob }): DialogSlotEvent => ({
      type: 'dialog.open',
      subject: job,
    })),
    choose: assign((_, { job }: { job: ReprocessJob }) => ({ chosen: job })),
  },
  guards: {
    isFit: ({ context: { form } }) => reprocessOrder(form) !== null,
    isOld: ({ context: { form } }, { now }: { now: number }) => renewedForm(form, now) !== form,
    mayStart: ({ context: { form, list, estimate } }) =>
      whyNotStarted(form, { hasRunning: list?.hasRunning ?? null, estimate }) === null,
    isOfTab: (_, { search }: { search: string }) => detectionAddress.read(search).state.tab === 'reprocessing',
    isFollowed: ({ context: { followed } }, { job }: { job: ReprocessJob }) => followed?.jobId === job.jobId,
    isOtherListed: ({ context: { followed } }, { list }: { list: JobPage }) => {
      const job = runningJob(list);
      return job !== undefined && job.jobId !== followed?.jobId;
    },
  },
  delays: { rest: estimateRestMs },
}).createMachine({
  id: 'reprocessing',
  context: ({ input }) => ({
    ...input,
    form: { ...emptyForm, ...rangeIn(input.search) },
    estimate: null,
    estimateFailure: null,
    list: null,
    followed: null,
    chosen: null,
    isGuideOpen: true,
  }),
  entry: ['recallGuide', 'beginForm'],
  type: 'parallel',
  on: {
    'guide.toggle': {
      actions: ['toggleGuide', { type: 'keepGuide', params: ({ context }) => ({ isOpen: context.isGuideOpen }) }],
    },
  },
  states: {
    estimate: {
      initial: 'judging',
      on: {
        'form.set': { target: '.judging', actions: { type: 'setForm', params: theEvent } },
        'range.chosen': { target: '.judging', actions: { type: 'chooseRange', params: theEvent } },
        /**
         * Computes the range again first, because 'Last 7 days' ends at the present time, not at the time of
         * the choice.
         */
        'start.ask': {
          guard: { type: 'isOld', params: theEvent },
          target: '.judging',
          actions: { type: 'renewForm', params: theEvent },
        },
      },
      states: {
        judging: { entry: 'forgetEstimate', always: [{ guard: 'isFit', target: 'resting' }, { target: 'unfit' }] },
        unfit: {},
        resting: { tags: 'estimating', after: { rest: 'asking' } },
        asking: {
          tags: 'estimating',
          invoke: {
            id: 'estimate',
            src: 'estimate',
            input: ({ context }) => orderOf(context),
            onDone: { target: 'known', actions: { type: 'takeEstimate', params: theEvent } },
            onError: { target: 'failed', actions: { type: 'setEstimateFailure', params: theEvent } },
          },
        },
        known: {},
        failed: { tags: 'estimateFailed', on: { 'estimate.retry': { target: 'asking', actions: 'forgetEstimate' } } },
      },
    },
    jobs: {
      initial: 'listed',
      states: {
        listed: {
          invoke: {
            id: 'jobs',
            src: 'jobs',
            input: ({ context: { mitasId, search } }) => ({ mitasId, search, keepsShown: true, pollMs: jobPollMs }),
            onError: 'broken',
          },
          on: {
            'place.changed': {
              guard: { type: 'isOfTab', params: theEvent },
              actions: [
                { type: 'noteSearch', params: theEvent },
                { type: 'passToJobs', params: theEvent },
              ],
            },
            'jobs.listed': { actions: { type: 'takeList', params: theEvent } },
            'jobs.outdated': { actions: 'outdateJobs' },
            'job.started': { actions: 'outdateJobs' },
          },
        },
        broken: { on: { 'jobs.retry': 'listed' } },
      },
    },
    job: {
      initial: 'none',
      on: {
        'job.started': { target: '.following', actions: { type: 'followStarted', params: theEvent } },
        'jobs.listed': {
          guard: { type: 'isOtherListed', params: theEvent },
          target: '.following',
          actions: { type: 'followListed', params: theEvent },
        },
        'job.cancelled': {
          target: '.following',
          actions: { type: 'followCancelled', params: theEvent },
        },
      },
      states: {
        none: {},
        following: {
          invoke: {
            id: 'job',
            src: 'job',
            input: ({ context: { mitasId, followed } }) => ({
              mitasId,
              jobId: followed?.jobId ?? '',
              job: followed?.job ?? null,
              isCancelled: followed?.isCancelled ?? false,
            }),
            onError: 'broken',
          },
          on: {
            'job.cancelled': [
              { guard: { type: 'isFollowed', params: theEvent }, actions: 'passCancel' },
              {
                target: 'following',
                reenter: true,
                actions: { type: 'followCancelled', params: theEvent },
              },
            ],
          },
        },
        broken: {},
      },
    },
    dialog: {
      invoke: [
        { id: 'start', src: 'start', input: ({ context: { mitasId, search } }) => ({ mitasId, search }), onError: {} },
        { id: 'restore', src: 'restore', input: ({ context: { mitasId, search } }) => ({ mitasId, search }), onError: {} },
      ],
      on: {
        'start.ask': { guard: 'mayStart', actions: 'openStart' },
        'restore.ask': { actions: { type: 'openRestore', params: theEvent } },
      },
      initial: 'closed',
      states: {
        closed: { on: { 'summary.open': { target: 'summing', actions: { type: 'choose', params: theEvent } } } },
        summing: {
          tags: 'summaryDialog',
          invoke: {
            id: 'summary',
            src: 'summary',
            input: ({ context }) => ({ request: chosenOf(context) }),
            onError: 'closed',
          },
          on: { 'summary.close': 'closed' },
        },
      },
    },
  },
});

function rangeIn(search: string): Pick<ReprocessForm, 'start' | 'end'> {
  const { start, end } = detectionAddress.read(search).state;
  return { start, end };
}

export type ReprocessingRef = ActorRefFrom<typeof reprocessingMachine>;

/** Returns the machine of the followed job. */
export function selectFollowed({ children }: SnapshotFrom<typeof reprocessingMachine>): ReprocessJobRef | undefined {
  return children.job as ReprocessJobRef | undefined;
}
