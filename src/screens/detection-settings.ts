import { assign, fromPromise } from 'xstate';
import type { Services } from '../services/ports.ts';
import { hostClockIn } from '../machines/contact-window/contact-window-machine.ts';
import { detectionConfigMachine } from '../machines/detection-config/detection-config-machine.ts';
import { detectionPageMachine } from '../machines/detection-page/detection-page-machine.ts';
import { reprocessJobMachine } from '../machines/reprocess-job/reprocess-job-machine.ts';
import { dialogSlot } from '../machines/dialog-slot/dialog-slot.ts';
import type { ReprocessingEvent } from '../machines/reprocessing/reprocessing-events.ts';
import { question } from '../machines/question/question.ts';
import { pagedJobs } from '../machines/reprocessing/paged-jobs.ts';
import { type JobAsked, reprocessingMachine } from '../machines/reprocessing/reprocessing-machine.ts';
import { detectionCalls } from '../model/contract/detection-calls.ts';
import { detectionAddress } from '../model/detection/detection-address.ts';
import { historyPageSize } from '../model/detection/detection-history.ts';
import { begunForm, type ReprocessOrder } from '../model/detection/reprocess-form.ts';
import { type JobPage, jobPageSize, runningJob } from '../model/detection/reprocess-jobs.ts';
import type { ReprocessJob } from '../model/entities/detection-config.ts';
import { collaboratorsModel } from '../model/journal/screen-models/collaborators.ts';
import { registryModels } from '../model/journal/screen-models/registries.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';
import { collaboratorsList } from './registries/collaborators-list.ts';
import { registryList } from './registries/registry-list.ts';

/**
 * The detection settings screen (DET-11 to DET-13, DET-20, DET-21). Its lists need the names of people,
 * transmitters, animals and tags.
 */
export default builtScreen({
  address: detectionAddress,
  models: [collaboratorsModel, registryModels.transmitter, registryModels.animal, registryModels.tag],
  resources: [collaboratorsList, registryList('transmitter'), registryList('animal'), registryList('tag')],
  actor: (services) =>
    detectionPageMachine.provide({ actors: { config: detectionConfig(services), reprocessing: reprocessing(services) } }),
  view: later(() => import('../views/detection/detection-view.tsx')),
});

function detectionConfig({ http, preferences }: Services): typeof detectionConfigMachine {
  return detectionConfigMachine.provide({
    actions: {
      recallGuide: assign({ isGuideOpen: () => preferences.guideOpen('detection') }),
      keepGuide: (_, { isOpen }) => preferences.setGuideOpen('detection', isOpen),
    },
    actors: {
      loadConfig: fromPromise(async ({ input: { mitasId }, signal }) => {
        const reply = await http.call(detectionCalls.getDetectionConfig, { params: { mitasId } }, { signal });
        return reply.detectionConfig;
      }),
      saveConfig: fromPromise(async ({ input: { mitasId, parameters, changeReason } }) => {
        const body = { ...parameters, changeReason };
        const reply = await http.call(detectionCalls.saveDetectionConfig, { params: { mitasId }, body });
        return reply.detectionConfig;
      }),
      loadHistory: fromPromise(async ({ input: { mitasId, page }, signal }) => {
        const query = { page, limit: historyPageSize };
        const { configs, pagination } = await http.call(
          detectionCalls.listDetectionConfigs,
          { params: { mitasId }, query },
          { signal },
        );
        return { configs, total: pagination.totalConfigs };
      }),
      askPreview: fromPromise(({ input: { mitasId, parameters }, signal }) =>
        http.call(detectionCalls.previewDetectionConfig, { params: { mitasId }, body: parameters }, { signal }),
      ),
      pollPreview: fromPromise(({ input, signal }) =>
        http.call(detectionCalls.getDetectionPreview, { params: input }, { signal }),
      ),
      cancelPreview: fromPromise(({ input }) => http.call(detectionCalls.cancelDetectionPreview, { params: input })),
    },
  });
}

const jobsOutdated: ReprocessingEvent = { type: 'jobs.outdated' };

function reprocessing({ http, preferences }: Services): typeof reprocessingMachine {
  return reprocessingMachine.provide({
    actions: {
      recallGuide: assign({ isGuideOpen: () => preferences.guideOpen('reprocessing') }),
      keepGuide: (_, { isOpen }) => preferences.setGuideOpen('reprocessing', isOpen),
      beginForm: assign({
        form: ({ context: { form }, self: { system } }) => begunForm(form, hostClockIn(system, Date.now)()),
      }),
    },
    actors: {
      job: reprocessJobMachine.provide({
        actors: {
          loadJob: fromPromise(async ({ input, signal }) => {
            const { job } = await http.call(detectionCalls.getReprocessJob, { params: input }, { signal });
            return job;
          }),
          cancelJob: fromPromise(({ input }) => http.call(detectionCalls.cancelReprocess, { params: input })),
        },
      }),
      estimate: fromPromise(({ input: { mitasId, order }, signal }) =>
        http.call(detectionCalls.estimateReprocess, { params: { mitasId }, body: order }, { signal }),
      ),
      jobs: pagedJobs(async ({ mitasId, status, page }, signal) => {
        const query = { page, limit: jobPageSize, ...(status === 'all' ? {} : { status }) };
        const params = { mitasId };
        const [{ jobs, pagination }, orphaned] = await Promise.all([
          http.call(detectionCalls.listReprocessJobs, { params, query }, { signal }),
          http.call(detectionCalls.listOrphanedJobs, { params }, { signal }),
        ]);
        const { currentPage, totalPages, totalJobs, hasRunningJobs } = pagination;
        const list: JobPage = {
          jobs,
          running: [],
          orphaned: orphaned.jobs,
          page: currentPage,
          pages: totalPages,
          total: totalJobs,
          hasRunning: hasRunningJobs,
        };
        if (!hasRunningJobs || runningJob(list) !== undefined) return list;
        const asked = { params, query: { page: 1, limit: 1, status: 'running' as const } };
        const { jobs: running } = await http.call(detectionCalls.listReprocessJobs, asked, { signal });
        return { ...list, running };
      }),
      start: dialogSlot({
        async act({ mitasId, subject: order }: { mitasId: string; subject: ReprocessOrder }) {
          const { job } = await http.call(detectionCalls.startReprocess, { params: { mitasId }, body: order });
          return job;
        },
        notice: () => ({ message: 'Reprocessing job started successfully', variant: 'success' }),
        done: ({ jobId }): ReprocessingEvent => ({ type: 'job.started', jobId }),
        refused: jobsOutdated,
      }),
      summary: question<JobAsked>(({ input, signal }) =>
        http.call(detectionCalls.getReprocessSummary, { params: input }, { signal }),
      ),
      restore: dialogSlot({
        act: ({ mitasId, subject: { jobId } }: { mitasId: string; subject: ReprocessJob }) =>
          http.call(detectionCalls.restoreReprocess, { params: { mitasId, jobId } }),
        notice: () => ({ message: 'Previous result restored', variant: 'success' }),
        done: () => jobsOutdated,
        refused: jobsOutdated,
      }),
    },
  });
}
