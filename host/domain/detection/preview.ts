import * as v from 'valibot';
import type { FinishedPreview } from '#model/contract/detection-calls.ts';
import { hourMs } from '#model/detection/settings-hours.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import type { JobKind, JobTry } from '../../platform/jobs/job-kind.ts';
import type { Db } from '../../platform/store/database.ts';
import { findPreview, notePreview } from '../../platform/store/detection/detection-previews.ts';
import { detectedSince, detectionKey } from '../../platform/store/detection/detections.ts';
import { heardBetween, receiversHeard } from '../../platform/store/detection/followed-hours.ts';
import { targetTransmitters } from '../../platform/store/fleet/target-transmitters.ts';
import { Detector } from './detector.ts';
import { codesOf, takeContacts } from './receiver-pass.ts';
import { type RunHour, sumUp } from './run-hours.ts';

const dayMs = 24 * hourMs;
const days = 7;
/** Contacts are read from this long before the previewed time, for the runs that began before it. */
const leadMs = dayMs;
/** The length of the period whose contacts one query reads. */
const readMs = 6 * hourMs;
/** The most changes that a preview lists. */
const maxChanges = 500;

/** The job of a preview. A system runs one at a time, on any host (DET-4). */
export const detectionPreviewJob: JobKind<{ systemId: string; previewId: string }> = {
  name: 'detection-preview',
  title: 'Previewing detection settings',
  isRoutine: true,
  input: v.object({ systemId: v.string(), previewId: v.string() }),
  key: ({ systemId }) => systemId,
  system: ({ systemId }) => systemId,
  sameKey: 'waits',
  deadlineSeconds: 900,
  retries: 1,
  longestPauseSeconds: 10,
  mostWaiting: 50,
  atOnce: 1,
  hands: 2,
};

/** Computes what settings would have detected in the past 7 days, and stores it with the preview. */
export async function preview(
  database: Db,
  { systemId, previewId }: { systemId: string; previewId: string },
  { signal, progress }: Pick<JobTry, 'signal' | 'progress'>,
  now = Date.now(),
): Promise<void> {
  const found = await findPreview(database, systemId, previewId);
  if (found === undefined || found.superseded) return;
  const result = await previewed(database, systemId, found.parameters, { now, signal }, async (done, total) => {
    progress({ done, total, what: 'receivers' });
    await notePreview(database, previewId, { progress: Math.floor((100 * done) / total) });
  });
  await notePreview(database, previewId, { progress: 100, result });
}

async function previewed(
  database: Db,
  systemId: string,
  parameters: DetectionParameters,
  { now, signal }: { now: number; signal: AbortSignal },
  note: (done: number, total: number) => Promise<void>,
): Promise<FinishedPreview> {
  const from = Math.floor((now - days * dayMs) / hourMs) * hourMs;
  const transmitters = await targetTransmitters(database, systemId);
  const codes = codesOf(transmitters);
  const ids = new Set(transmitters.map(({ id }) => id));
  const current = await detectedSince(database, systemId, from);
  const rxIds = [...new Set([...(await receiversHeard(database, systemId, [from, now])), ...current.keys()])];
  const changes = new Map<string, FinishedPreview['changes'][number]>();
  let [before, after, lost] = [0, 0, 0];
  for (const [at, rxId] of rxIds.entries()) {
    await note(at, rxIds.length);
    const parts: RunHour[] = [];
    const detector = new Detector(transmitters, parameters);
    for (let start = from - leadMs; start < now; start += readMs) {
      signal.throwIfAborted();
      const to = Math.min(start + readMs, now);
      takeContacts(detector, rxId, await heardBetween(database, systemId, { rxId, from: start, to, ...codes }));
      parts.push(...detector.settle(to));
    }
    parts.push(...detector.end());
    const made = new Set(sumUp(parts.filter(({ hour }) => hour >= from)).map(detectionKey));
    // Leave out detections of deleted transmitters: no settings could find them again.
    const known = new Set([...(current.get(rxId) ?? [])].filter((key) => ids.has(transmitterOf(key))));
    before += known.size;
    after += made.size;
    for (const key of made) if (!known.has(key)) changeOf(changes, rxId, key).gained += 1;
    for (const key of known) {
      if (made.has(key)) continue;
      changeOf(changes, rxId, key).lost += 1;
      lost += 1;
    }
  }
  const sorted = [...changes.values()].toSorted(
    (one, other) =>
      other.gained + other.lost - one.gained - one.lost ||
      one.transmitterId - other.transmitterId ||
      one.receiverId - other.receiverId,
  );
  return {
    currentDetectionCount: before,
    previewDetectionCount: after,
    lostDetectionCount: lost,
    estimatedChangePercent: before === 0 ? null : Math.round((1_000 * (after - before)) / before) / 10,
    changes: sorted.slice(0, maxChanges),
  };
}

function changeOf(changes: Map<string, FinishedPreview['changes'][number]>, receiverId: number, key: string) {
  const transmitterId = transmitterOf(key);
  const name = `${transmitterId}/${receiverId}`;
  const known = changes.get(name) ?? { transmitterId, receiverId, gained: 0, lost: 0 };
  changes.set(name, known);
  return known;
}

/** Returns the id of the transmitter in a detection's key. */
function transmitterOf(key: string): number {
  return Number(key.split('/')[0]);
}
