import { type CommandStatus, commandTimeout, isOver } from '../entities/command.ts';

/** A reported state of a command, and when it was reached. */
export type CommandWordAt = { status: CommandStatus; error: string | null; at: number };

/**
 * Returns true if a report is older than the known state; reports arrive by the live line, by answers and
 * from other hosts. A finished command stays finished, unless it had only timed out.
 */
export function isOvertaken(word: CommandWordAt, known: CommandWordAt): boolean {
  if (isOver(word.status)) return isOver(known.status) && word.at < known.at;
  if (isOver(known.status)) return known.error !== commandTimeout || word.at <= known.at;
  return word.at < known.at;
}
