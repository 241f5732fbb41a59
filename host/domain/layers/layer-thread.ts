import { parentPort, workerData } from 'node:worker_threads';
import { LayerRefusal } from '#model/layers/layer-refusal.ts';
import { layerContent, type LayerContent } from './layer-content.ts';

export type FileToRead = { file: Uint8Array; fileName: string };
export type ReadOutcome = { content: LayerContent } | { refused: string };

/** Reads one file. The thread posts the result and ends. */
function outcome({ file, fileName }: FileToRead): ReadOutcome {
  try {
    return { content: layerContent(file, fileName) };
  } catch (error) {
    if (error instanceof LayerRefusal) return { refused: error.message };
    if (error instanceof RangeError) return { refused: 'The file is nested too deeply. Export it again.' };
    throw error;
  }
}

parentPort?.postMessage(outcome(workerData as FileToRead));
