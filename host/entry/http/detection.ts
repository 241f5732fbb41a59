import { setTimeout as delay } from 'node:timers/promises';
import type { ReplyOf } from '#model/contract/table.ts';
import { detectionPreviewJob } from '../../domain/detection/preview.ts';
import { ApiError, inTheWay, notFound } from '../../platform/api-error.ts';
import { findJob } from '../../platform/jobs/job-records.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import {
  findPreview,
  forgetPreview,
  makePreview,
  notePreview,
  supersedePreviews,
} from '../../platform/store/detection/detection-previews.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import {
  currentDetectionConfig,
  detectionConfigsOf,
  saveDetectionConfig,
} from '../../platform/store/detection/detection-configs.ts';
import type { Handlers, SystemInPath } from './call-handlers.ts';

/** How long (ms) a call waits for its preview. `lookMs` is how often it checks for the result. */
const waitMs = 8_000;
const lookMs = 200;

/** The number of versions on a page if the call does not set it. */
const usualPage = 10;

/** Returns the handlers for the settings with which a system finds detections (CALL-3, DET-10). */
export function detection(database: Pick<Database, 'db'>, jobs: Pick<Jobs, 'enqueue' | 'cancel'>) {
  async function found(system: SystemInPath, id: string) {
    const preview = await findPreview(database, system.mitasId, id);
    if (preview === undefined) throw notFound('There is no such preview: ask for another one');
    return preview;
  }

  /** Returns the result of a preview, or its progress if it is not finished. */
  async function answer(system: SystemInPath, id: string): Promise<ReplyOf<'getDetectionPreview'>> {
    const { result, progress, job_id: jobId, superseded } = await found(system, id);
    if (superseded) throw inTheWay('Another preview was asked for since, which ended this one: ask for it again');
    if (result !== null) return result;
    const job = jobId === null ? undefined : await findJob(database, { mitasId: system.mitasId }, jobId);
    if (job?.isOver === true) {
      const late = await found(system, id);
      if (late.superseded || late.result !== null) return answer(system, id);
      await forgetPreview(database, id);
      throw inTheWay('The preview could not be made: ask for it again');
    }
    return { previewId: id, progressPct: progress };
  }

  async function cancel(system: SystemInPath, id: string): Promise<void> {
    const { job_id: jobId } = await found(system, id);
    await forgetPreview(database, id);
    if (jobId !== null) await end(jobId);
  }

  async function end(jobId: string): Promise<void> {
    await jobs.cancel(detectionPreviewJob, jobId).catch((error: unknown) => {
      // The job ended just before it was cancelled.
      if (!(error instanceof ApiError)) throw error;
    });
  }

  return {
    async getDetectionConfig({ system }) {
      return { detectionConfig: await currentDetectionConfig(database, system.mitasId) };
    },

    async saveDetectionConfig({ system, caller, body }) {
      const { changeReason, ...parameters } = body;
      const save = { systemId: system.mitasId, parameters, modifiedBy: caller.userId, changeReason };
      return { detectionConfig: await saveDetectionConfig(database, save) };
    },

    async previewDetectionConfig({ system, body, exchange }) {
      // Each system has one preview at a time: a new one ends the previous one.
      for (const jobId of await supersedePreviews(database, system.mitasId)) await end(jobId);
      const previewId = await inTransaction(database, async (within) => {
        const made = await makePreview(within, system.mitasId, body);
        const [jobId] = await jobs.enqueue(detectionPreviewJob, [{ systemId: system.mitasId, previewId: made }], within);
        await notePreview(within, made, jobId === undefined ? {} : { jobId });
        return made;
      });
      const until = performance.now() + waitMs;
      for (;;) {
        const now = await answer(system, previewId);
        if (!('previewId' in now) || performance.now() >= until) return now;
        try {
          await delay(lookMs, undefined, { signal: exchange.gone() });
        } catch (gone) {
          // The caller disconnected before it got the preview's id, so no call could read or cancel the
          // preview.
          await cancel(system, previewId);
          throw gone;
        }
      }
    },

    getDetectionPreview: ({ system, params }) => answer(system, params.previewId),

    async cancelDetectionPreview({ system, params }) {
      await cancel(system, params.previewId);
      return {};
    },

    async listDetectionConfigs({ system, query: { page = 1, limit = usualPage } }) {
      const { configs, total } = await detectionConfigsOf(database, system.mitasId, { page, limit });
      return { configs, pagination: { totalConfigs: total } };
    },
  } satisfies Partial<Handlers>;
}
