import { readFile } from 'node:fs/promises';
import { type Result, accepted, refused } from '#model/result.ts';
import { isMissing } from './binaries.ts';

/**
 * What a file of JSON holds. 'torn': it is there and is no JSON. As our files appear with all their content
 * in them, only a power cut leaves one so, and whoever wrote it runs no more.
 * @throws Error of the file system, for any but a missing file.
 */
export async function readJsonFile(file: string): Promise<Result<unknown, 'missing' | 'torn'>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (text === undefined) return refused('missing');
  try {
    return accepted(JSON.parse(text) as unknown);
  } catch {
    return refused('torn');
  }
}
