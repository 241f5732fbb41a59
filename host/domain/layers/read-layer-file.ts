import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LayerRefusal } from '#model/layers/layer-refusal.ts';
import { fileNotRead } from '../../platform/api-error.ts';
import { Turns } from '../../platform/turns.ts';
import type { LayerContent } from './layer-content.ts';
import type { FileToRead, ReadOutcome } from './layer-thread.ts';

/**
 * Limits for one file. The heap and the thread's other memory stay within 300 MB. `cpuMs` limits the thread's
 * own work, so that a file does not fail just because the host is busy; `ms` limits the total time, queueing
 * included.
 */
const bounds = { heapMb: 200, cpuMs: 10_000, ms: 120_000 };
const tooMuch = (what: string) => `The file takes too much ${what} to read. Simplify it, split it, or export it as GeoJSON.`;

/** One file at a time on a host, as each takes much memory. Waiting systems take turns. */
const turns = new Turns<string>({ perKey: 1, total: 1 });

/**
 * Reads a layer's file in a thread of its own, so that only senders of such files wait (LAY-4).
 * @throws LayerRefusal; ApiError 503 if the host is too busy; the signal's reason if it is aborted.
 */
export async function readLayerFile(
  from: FileToRead,
  systemId: string,
  signal: AbortSignal,
  bound = bounds,
): Promise<LayerContent> {
  const late = new AbortController();
  const clock = setTimeout(() => late.abort(fileNotRead()), bound.ms);
  const given = AbortSignal.any([signal, late.signal]);
  try {
    const release = await turns.take(systemId, given);
    try {
      return await inThread(from, given, bound);
    } finally {
      release();
    }
  } finally {
    clearTimeout(clock);
  }
}

async function inThread(from: FileToRead, given: AbortSignal, { heapMb, cpuMs }: typeof bounds): Promise<LayerContent> {
  given.throwIfAborted();
  const thread = new Worker(new URL('layer-thread.ts', import.meta.url), {
    workerData: from,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const over = new AbortController();
  try {
    const outcome = await new Promise<ReadOutcome>((resolve, reject) => {
      given.addEventListener('abort', () => reject(given.reason as Error), { once: true, signal: over.signal });
      thread.once('message', resolve);
      thread.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new LayerRefusal(tooMuch('memory')) : error),
      );
      untilWorked(thread, cpuMs, over.signal).then(
        () => reject(new LayerRefusal(tooMuch('work'))),
        () => undefined,
      );
    });
    if ('refused' in outcome) throw new LayerRefusal(outcome.refused);
    return outcome.content;
  } finally {
    over.abort();
    await thread.terminate();
  }
}

/** Resolves once a thread has used `cpuMs`. Rejects if the thread or the wait ends earlier. */
async function untilWorked(thread: Worker, cpuMs: number, signal: AbortSignal): Promise<void> {
  await once(thread, 'online', { signal });
  for (let left = cpuMs; left > 0;) {
    // The thread cannot have worked longer than the time since the last check.
    await wait(Math.ceil(left), undefined, { signal });
    const { user, system } = await thread.cpuUsage();
    left = cpuMs - (user + system) / 1_000;
  }
}
