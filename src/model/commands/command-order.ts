import { type CommandStatus, commandTimeout, isOver } from '../entities/command.ts';

/** A reported state of a command, and when (ms) the command reached it. */
export type CommandWordAt = { status: CommandStatus; error: string | null; at: number };

/**
 * Returns true if a report is out of date compared with the known state. Reports can arrive out of order,
 * because they come over the live line, in replies and from other hosts. An ended command cannot become
 * unfinished again, unless it only timed out.
 */
export function isOvertaken(word: CommandWordAt, known: CommandWordAt): boolean {
  if (isOver(word.status)) return isOver(known.status) && word.at < known.at;
  if (isOver(known.status)) return known.error !== commandTimeout || word.at <= known.at;
  return word.at < known.at;
}
