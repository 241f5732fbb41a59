import { readFile } from 'node:fs/promises';
import { isMissing } from './binaries.ts';

/**
 * What a file of JSON holds. 'torn': it is there and is no JSON. As our files appear with all their content in them, only a power cut leaves one so,
 * and whoever wrote it runs no more.
 */
export type JsonFile = { value: unknown } | 'missing' | 'torn';

/** @throws Error of the file system, for any but a missing file. */
export async function readJsonFile(file: string): Promise<JsonFile> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (text === undefined) return 'missing';
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'torn';
  }
}
