import { type ActorRefFrom, assign, raise, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { ReprocessSummary } from '../../model/contract/detection-calls.ts';
import { type Failure, failureText, toFailure } from '../../model/contract/failure.ts';
import { detectionAddress, type DetectionPlace } from '../../model/detection/detection-address.ts';
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
import {
  isBeyond,
  isChanging,
  type JobFilter,
  type JobPage,
  jobPollMs,
  runningJob,
} from '../../model/detection/reprocess-jobs.ts';
import type { ReprocessJob } from '../../model/entities/detection-config.ts';
import {
  type ReprocessJobEvent,
  type ReprocessJobInput,
  reprocessJobMachine,
  type ReprocessJobRef,
} from '../reprocess-job/reprocess-job-machine.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided, notProvidedAction } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { ReprocessingEvent } from './reprocessing-events.ts';

export type ReprocessingContext = {
  mitasId: string;
  form: ReprocessForm;
  /** What the form comes to; null where that is not known of the form as it is. */
  estimate: ReprocessEstimate | null;
  estimateFailure: Failure | null;
  /** What the history shows, as the address has it. */
  status: JobFilter;
  page: number;
  /** Null until it is there. */
  list: JobPage | null;
  listFailure: Failure | null;
  /** The job that is followed, as it was when that began; null before the first. */
  followed: Omit<ReprocessJobInput, 'mitasId'> | null;
  /** The job that a dialog is about. */
  chosen: ReprocessJob | null;
  summary: ReprocessSummary | null;
  summaryFailure: Failure | null;
  /** Why a job could not be started, or a result not be restored. */
  refusal: string | null;
  isGuideOpen: boolean;
};

/** What a page of the history is asked by. */
export type JobsAsked = { mitasId: string; status: JobFilter; page: number };
export type ReprocessAsked = { mitasId: string; order: ReprocessOrder };
type JobAsked = { mitasId: string; jobId: string };

/** Throws on a form with errors: a defect, as guards let no such form be sent. */
function orderOf({ mitasId, form }: Pick<ReprocessingContext, 'mitasId' | 'form'>): ReprocessAsked {
  const order = reprocessOrder(form);
  if (order === null) throw new Error('A form with errors was to be sent');
  return { mitasId, order };
}

/** Throws where a dialog is about no job: a defect, as each is opened with one. */
function chosenOf({ mitasId, chosen }: Pick<ReprocessingContext, 'mitasId' | 'chosen'>): JobAsked {
  if (chosen === null) throw new Error('A dialog of no job was opened');
  return { mitasId, jobId: chosen.jobId };
}

/**
 * Data are processed again (DET-20, DET-21): the form with its estimate, the jobs as a list that is asked for
 * again while one runs, the job that runs, and the dialogs that confirm or sum up.
 */
export const reprocessingMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: ReprocessingContext;
    events: ReprocessingEvent;
    tags:
      | 'estimating'
      | 'estimateFailed'
      | 'listBusy'
      | 'listFailed'
      | 'listStale'
      | 'startDialog'
      | 'summaryDialog'
      | 'summaryFailed'
      | 'restoreDialog'
      | 'busy'
      | 'failed';
    children: { job: 'job' };
  },
  actors: {
    estimate: notProvided<ReprocessEstimate, ReprocessAsked>(),
    loadJobs: notProvided<JobPage, JobsAsked>(),
    /** Once begun it is done, also where the page is left. */
    startJob: notProvided<{ jobId: string }, ReprocessAsked>(),
    loadSummary: notProvided<ReprocessSummary, JobAsked>(),
    /** Once begun it is done, also where the page is left. */
    restoreJob: notProvided<unknown, JobAsked>(),
    job: reprocessJobMachine,
  },
  actions: {
    /** Provided by who knows whether this browser shows the guide. */
    recallGuide: assign({}),
    /** Provided by who knows the host's clock: the form begins with the last 7 days, or by the address. */
    beginForm: assign({}),
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
    readPlace: assign((_, { search }: { search: string }) => placeIn(search)),
    turnToLast: assign((_, { output: { pages } }: { output: JobPage }) => ({ page: Math.max(1, pages) })),
    takeList: assign((_, { output }: { output: JobPage }) => ({ list: output, listFailure: null })),
    announceListed: raise({ type: 'jobs.listed' }),
    setListFailure: assign((_, { error }: { error: unknown }) => ({ listFailure: toFailure(error) })),
    forgetList: assign({ list: null }),
    followStarted: assign(({ context: { list } }, { output: { jobId } }: { output: { jobId: string } }) => ({
      followed: { jobId, job: null, isCancelled: false },
      list: list && { ...list, hasRunning: true },
    })),
    followListed: assign(({ context: { list, followed } }) => {
      const job = list === null ? undefined : runningJob(list);
      return { followed: job === undefined ? followed : { jobId: job.jobId, job, isCancelled: false } };
    }),
    followCancelled: assign((_, { job }: { job: ReprocessJob }) => ({ followed: { jobId: job.jobId, job, isCancelled: true } })),
    passCancel: sendTo('job', { type: 'job.cancel' } satisfies ReprocessJobEvent),
    announceStarted: raise({ type: 'job.started' }),
    outdateJobs: raise({ type: 'jobs.outdated' }),
    notifyStarted: notify(() => ({ message: 'Reprocessing job started successfully', variant: 'success' })),
    notifyRestored: notify(() => ({ message: 'Previous result restored', variant: 'success' })),
    choose: assign((_, { job }: { job: ReprocessJob }) => ({ chosen: job })),
    takeSummary: assign((_, { output }: { output: ReprocessSummary }) => ({ summary: output })),
    setSummaryFailure: assign((_, { error }: { error: unknown }) => ({ summaryFailure: toFailure(error) })),
    forgetSummary: assign({ summary: null, summaryFailure: null }),
    setRefusal: assign((_, { error }: { error: unknown }) => ({
      refusal: failureText(toFailure(error), 'The host did not answer. Try again.'),
    })),
    clearRefusal: assign({ refusal: null }),
  },
  guards: {
    isFit: ({ context: { form } }) => reprocessOrder(form) !== null,
    isOld: ({ context: { form } }, { now }: { now: number }) => renewedForm(form, now) !== form,
    mayStart: ({ context: { form, list, estimate } }) =>
      whyNotStarted(form, { hasRunning: list?.hasRunning ?? null, estimate }) === null,
    asksOtherwise: ({ context: { status, page } }, { search }: { search: string }) => {
      const place = detectionAddress.read(search).state;
      return place.tab === 'reprocessing' && (place.status !== status || place.page !== page);
    },
    isListed: ({ context }) => context.list !== null,
    isBeyond: (_, { output }: { output: JobPage }) => isBeyond(output),
    isChanging: ({ context: { list } }) => list !== null && isChanging(list),
    isFollowed: ({ context: { followed } }, { job }: { job: ReprocessJob }) => followed?.jobId === job.jobId,
    isOtherListed: ({ context: { list, followed } }) => {
      const job = list === null ? undefined : runningJob(list);
      return job !== undefined && job.jobId !== followed?.jobId;
    },
  },
  delays: { rest: estimateRestMs, poll: jobPollMs },
}).createMachine({
  id: 'reprocessing',
  context: ({ input: { mitasId, search } }) => ({
    mitasId,
    form: { ...emptyForm, ...rangeIn(search) },
    estimate: null,
    estimateFailure: null,
    ...placeIn(search),
    list: null,
    listFailure: null,
    followed: null,
    chosen: null,
    summary: null,
    summaryFailure: null,
    refusal: null,
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
        /** 'Last 7 days' are those of now, not of when that was chosen. */
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
      initial: 'loading',
      on: {
        'place.changed': {
          guard: { type: 'asksOtherwise', params: theEvent },
          target: '.loading',
          actions: { type: 'readPlace', params: theEvent },
        },
        'jobs.outdated': [{ guard: 'isListed', target: '.refreshing' }, { target: '.loading' }],
        'job.started': [{ guard: 'isListed', target: '.refreshing' }, { target: '.loading' }],
      },
      states: {
        /** What the address asks for; what was shown before stays until it is there. */
        loading: {
          tags: 'listBusy',
          on: {
            'jobs.outdated': { target: 'loading', reenter: true },
            'job.started': { target: 'loading', reenter: true },
          },
          invoke: {
            id: 'loadJobs',
            src: 'loadJobs',
            input: ({ context: { mitasId, status, page } }) => ({ mitasId, status, page }),
            onDone: [
              {
                guard: { type: 'isBeyond', params: theEvent },
                target: 'loading',
                reenter: true,
                actions: { type: 'turnToLast', params: theEvent },
              },
              { target: 'shown', actions: [{ type: 'takeList', params: theEvent }, 'announceListed'] },
            ],
            onError: {
              target: 'failed',
              actions: ['forgetList', { type: 'setListFailure', params: theEvent }],
            },
          },
        },
        failed: { tags: 'listFailed', on: { 'jobs.retry': 'loading' } },
        shown: { after: { poll: { guard: 'isChanging', target: 'refreshing' } } },
        /** Unseen: the same page once more. */
        refreshing: {
          invoke: {
            id: 'refreshJobs',
            src: 'loadJobs',
            input: ({ context: { mitasId, status, page } }) => ({ mitasId, status, page }),
            onDone: [
              {
                guard: { type: 'isBeyond', params: theEvent },
                target: 'loading',
                actions: { type: 'turnToLast', params: theEvent },
              },
              { target: 'shown', actions: [{ type: 'takeList', params: theEvent }, 'announceListed'] },
            ],
            onError: { target: 'stale', actions: { type: 'setListFailure', params: theEvent } },
          },
        },
        stale: {
          tags: 'listStale',
          after: { poll: { guard: 'isChanging', target: 'refreshing' } },
          on: { 'jobs.retry': 'refreshing' },
        },
      },
    },
    job: {
      initial: 'none',
      on: {
        'job.started': { target: '.following' },
        'jobs.listed': { guard: 'isOtherListed', target: '.following', actions: 'followListed' },
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
        broken: { tags: 'failed' },
      },
    },
    dialog: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'start.ask': { guard: 'mayStart', target: 'askingStart' },
            'summary.open': { target: 'loadingSummary', actions: { type: 'choose', params: theEvent } },
            'restore.ask': { target: 'askingRestore', actions: { type: 'choose', params: theEvent } },
          },
        },
        askingStart: {
          tags: 'startDialog',
          exit: 'clearRefusal',
          on: { 'start.confirm': { guard: 'mayStart', target: 'starting' }, 'dialog.close': 'closed' },
        },
        starting: {
          tags: ['startDialog', 'busy'],
          invoke: {
            id: 'startJob',
            src: 'startJob',
            input: ({ context }) => orderOf(context),
            onDone: {
              target: 'closed',
              actions: ['notifyStarted', { type: 'followStarted', params: theEvent }, 'announceStarted'],
            },
            onError: { target: 'askingStart', actions: [{ type: 'setRefusal', params: theEvent }, 'outdateJobs'] },
          },
        },
        loadingSummary: {
          tags: 'summaryDialog',
          entry: 'forgetSummary',
          invoke: {
            id: 'loadSummary',
            src: 'loadSummary',
            input: ({ context }) => chosenOf(context),
            onDone: { target: 'summary', actions: { type: 'takeSummary', params: theEvent } },
            onError: { target: 'summaryFailed', actions: { type: 'setSummaryFailure', params: theEvent } },
          },
          on: { 'dialog.close': 'closed' },
        },
        summary: { tags: 'summaryDialog', on: { 'dialog.close': 'closed' } },
        summaryFailed: {
          tags: ['summaryDialog', 'summaryFailed'],
          on: { 'summary.retry': 'loadingSummary', 'dialog.close': 'closed' },
        },
        askingRestore: {
          tags: 'restoreDialog',
          exit: 'clearRefusal',
          on: { 'restore.confirm': 'restoring', 'dialog.close': 'closed' },
        },
        restoring: {
          tags: ['restoreDialog', 'busy'],
          invoke: {
            id: 'restoreJob',
            src: 'restoreJob',
            input: ({ context }) => chosenOf(context),
            onDone: { target: 'closed', actions: ['notifyRestored', 'outdateJobs'] },
            onError: { target: 'askingRestore', actions: [{ type: 'setRefusal', params: theEvent }, 'outdateJobs'] },
          },
        },
      },
    },
  },
});

function placeIn(search: string): Pick<DetectionPlace, 'status' | 'page'> {
  const { status, page } = detectionAddress.read(search).state;
  return { status, page };
}

function rangeIn(search: string): Pick<DetectionPlace, 'start' | 'end'> {
  const { start, end } = detectionAddress.read(search).state;
  return { start, end };
}

export type ReprocessingRef = ActorRefFrom<typeof reprocessingMachine>;

/** The job that is followed. */
export function selectFollowed({ children }: SnapshotFrom<typeof reprocessingMachine>): ReprocessJobRef | undefined {
  return children.job as ReprocessJobRef | undefined;
}
