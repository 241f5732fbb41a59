import { readFile } from 'node:fs/promises';
import { type Result, accepted, refused } from '#model/result.ts';
import { isMissing } from './binaries.ts';

/**
 * Reads a JSON file. 'torn': the file exists but is not JSON. Our files are created together with their
 * content, so only a power cut can leave one torn, and then its writer no longer runs.
 * @throws Error of the file system, except for a missing file.
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
