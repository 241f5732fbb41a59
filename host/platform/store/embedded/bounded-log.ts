import { copyFile, stat, truncate } from 'node:fs/promises';
import type { Logger } from 'pino';
import { errorText } from '../error-text.ts';
import { isMissing } from './binaries.ts';

/** How long a file of another process may become (bytes), and how often that is looked at (ms). */
export type LogBound = { bytes: number; everyMs: number };

/** A server that says something of each contact writes this much in a few minutes; nobody reads as much. */
export const usualBound: LogBound = { bytes: 16 * 1_048_576, everyMs: 60_000 };

/**
 * Keeps a file that another process appends to from growing without end (STO-17): one that is too long is
 * copied beside itself and begun again, in its place, as whoever appends has it open. What is written between
 * the two is lost.
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
