import { Worker } from 'node:worker_threads';
import { LayerRefusal } from '#model/layers/layer-refusal.ts';
import { Turns } from '../../platform/turns.ts';
import type { LayerContent } from './layer-content.ts';
import type { FileToRead, ReadOutcome } from './layer-thread.ts';

/** What one file may take: a parser of XML needs a hundred times what it reads. */
const bounds = { heapMb: 1_024, ms: 25_000 };
const tooMuch = 'The file takes too much to read: simplify it, or export it as GeoJSON.';

/** One at a time of a host, as each may take a gigabyte; of the systems that wait, each has its turn. */
const turns = new Turns<string>({ perKey: 1, total: 1 });

/**
 * Reads a layer's file in a thread of its own, so that nobody waits for it but who sends such files (LAY-4).
 * @throws LayerRefusal; the signal's reason where that is aborted.
 */
export async function readLayerFile(
  from: FileToRead,
  systemId: string,
  signal: AbortSignal,
  { heapMb, ms } = bounds,
): Promise<LayerContent> {
  const release = await turns.take(systemId, signal);
  try {
    return await inThread(from, AbortSignal.any([signal, AbortSignal.timeout(ms)]), heapMb, signal);
  } finally {
    release();
  }
}

async function inThread(from: FileToRead, ending: AbortSignal, heapMb: number, gone: AbortSignal): Promise<LayerContent> {
  ending.throwIfAborted();
  const thread = new Worker(new URL('layer-thread.ts', import.meta.url), {
    workerData: from,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  try {
    const outcome = await new Promise<ReadOutcome>((resolve, reject) => {
      ending.addEventListener('abort', () => reject(gone.aborted ? (gone.reason as Error) : new LayerRefusal(tooMuch)), {
        once: true,
      });
      thread.once('message', resolve);
      thread.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new LayerRefusal(tooMuch) : error),
      );
    });
    if ('refused' in outcome) throw new LayerRefusal(outcome.refused);
    return outcome.content;
  } finally {
    await thread.terminate();
  }
}
