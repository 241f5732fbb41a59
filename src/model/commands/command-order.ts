import { type CommandStatus, commandTimeout, isOver } from '../entities/command.ts';

/** How a command stood by one word on it; `at` when it came to stand so. */
export type CommandWordAt = { status: CommandStatus; error: string | null; at: number };

/**
 * True where a word on a command has been overtaken by what is known of it: words come on the line, by
 * answers and through other hosts. What has ended goes on no more, unless only nobody had answered in time.
 */
export function isOvertaken(word: CommandWordAt, known: CommandWordAt): boolean {
  if (isOver(word.status)) return isOver(known.status) && word.at < known.at;
  if (isOver(known.status)) return known.error !== commandTimeout || word.at <= known.at;
  return word.at < known.at;
}
