import type { Environment } from '../../platform/environment.ts';
import { Mistake } from '../../platform/mistake.ts';
import { change } from '../../platform/changes/change.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { wholeIn } from '../../platform/number-text.ts';
import type { Database } from '../../platform/store/database.ts';

/** What a command works with. */
export type AdminContext = {
  database: Database;
  /** Asks for a new password: a prompt without echo, or the first line of standard input. */
  readPassword: (prompt: string) => Promise<string>;
  /** Where the host answers: the one that runs, else the one that this command's settings would start. */
  hostUrl: string;
  /** True where none is known to run. */
  isNoneUp?: boolean;
  /** How this command's settings have mail sent; and how long a try is waited for, where not as usual. */
  mail?: Pick<Environment, 'smtpUrl' | 'mailFrom'> & { patienceMs?: number };
};

/** Options by their long names; a flag that was not given is undefined. */
export type AdminOptions = Readonly<Record<string, string | boolean | undefined>>;

/** One thing the operator can do. `parameters` are the words after the command, all required. */
export type AdminCommand = {
  /** As typed: 'users add'. */
  name: string;
  parameters: readonly string[];
  options?: Readonly<Record<string, { takes?: string; summary: string }>>;
  summary: string;
  /** Answers the lines to print. @throws Mistake for what the operator can put right. */
  run(context: AdminContext, words: readonly string[], options: AdminOptions): Promise<string[]>;
};

/** Who did it, in the security log. */
export const adminName = 'admin command';

/**
 * Changes a system as the operator asked: one command is one change. @throws what `work` throws; then nothing
 * is changed.
 */
export async function changeByAdmin<Reply>(
  database: Database,
  systemId: string,
  work: (writer: ChangeWriter) => Promise<Reply>,
): Promise<Reply> {
  const { reply } = await change(database, { systemId, by: null, through: 'admin' }, work);
  return reply;
}

/** An option's text, or undefined. */
export function textOption(options: AdminOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A whole number from an option, or undefined. @throws Mistake naming the bounds. */
export function wholeOption(options: AdminOptions, name: string, min: number, max: number): number | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  return wholeIn(text, min, max) ?? refuse(`'${text}' is not valid for --${name}: use a whole number from ${min} to ${max}.`);
}

/** @throws Mistake always, where an expression is wanted. */
export function refuse(sentence: string): never {
  throw new Mistake(sentence);
}

/** A table of left-aligned columns; one line saying so where there is nothing. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], whenEmpty: string): string[] {
  if (rows.length === 0) return [whenEmpty];
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A time as the operator reads it, in UTC. */
export function timeText(time: Date | null): string {
  return time === null ? '–' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
