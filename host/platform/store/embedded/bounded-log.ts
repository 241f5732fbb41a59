import { copyFile, stat, truncate } from 'node:fs/promises';
import type { Logger } from 'pino';
import { errorText } from '../error-text.ts';
import { isMissing } from './binaries.ts';

/** The largest size (bytes) of a file that another process writes, and the interval (ms) of checks. */
export type LogBound = { bytes: number; everyMs: number };

/** A server that logs a message for each contact writes this many bytes in a few minutes. */
export const usualBound: LogBound = { bytes: 16 * 1_048_576, everyMs: 60_000 };

/**
 * Limits the size of a file to which another process appends (STO-17). A file that is too long is copied to
 * `.1` and truncated in place, because the other process keeps it open. Lines written between the two steps
 * are lost.
 */
export function boundLog(file: string, { bytes, everyMs }: LogBound, log: Logger): { close: () => void } {
  let isWarned = false;
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      if ((await stat(file)).size > bytes) {
        await copyFile(file, `${file}.1`);
        await truncate(file);
      }
      isWarned = false;
    } catch (error) {
      if (!isMissing(error) && !isWarned) {
        isWarned = true;
        log.warn({ file, reason: errorText(error) }, 'the log of the database server could not be shortened');
      }
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return { close: () => clearInterval(timer) };
}
