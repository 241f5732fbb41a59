import type { Environment } from '../../platform/environment.ts';
import { Mistake } from '../../platform/mistake.ts';
import { change } from '../../platform/changes/change.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { wholeIn } from '../../platform/number-text.ts';
import type { Database } from '../../platform/store/database.ts';

/** The input of a command. */
export type AdminContext = {
  database: Database;
  /** Asks for a new password: a prompt without echo, or the first line of standard input. */
  readPassword: (prompt: string) => Promise<string>;
  /** The address of the running host, or, if none runs, of the host that these settings would start. */
  hostUrl: string;
  /** True if no host is known to run. */
  isNoneUp?: boolean;
  /** The mail settings, and how long (ms) a test mail may take if not the default time. */
  mail?: Pick<Environment, 'smtpUrl' | 'mailFrom'> & { timeoutMs?: number };
};

/** Options by their long names. A missing flag is undefined. */
export type AdminOptions = Readonly<Record<string, string | boolean | undefined>>;

/** A command for the operator. `parameters` are the words after its name, all required. */
export type AdminCommand = {
  /** As typed: 'users add'. */
  name: string;
  parameters: readonly string[];
  options?: Readonly<Record<string, { takes?: string; summary: string }>>;
  summary: string;
  /** Returns the lines to print. @throws Mistake for an error that the operator can fix. */
  run(context: AdminContext, words: readonly string[], options: AdminOptions): Promise<string[]>;
};

/** The actor that the security log names. */
export const adminName = 'admin command';

/** Runs one command as one change of a system. @throws the error of `work`; then nothing is changed. */
export async function changeByAdmin<Reply>(
  database: Database,
  systemId: string,
  work: (writer: ChangeWriter) => Promise<Reply>,
): Promise<Reply> {
  const { reply } = await change(database, { systemId, by: null, through: 'admin' }, work);
  return reply;
}

/** Returns the text of an option, or undefined. */
export function textOption(options: AdminOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the whole number of an option, or undefined. @throws Mistake naming the bounds. */
export function wholeOption(options: AdminOptions, name: string, min: number, max: number): number | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  return wholeIn(text, min, max) ?? refuse(`'${text}' is not valid for --${name}: use a whole number from ${min} to ${max}.`);
}

/** Throws a Mistake. Usable inside an expression. @throws Mistake */
export function refuse(sentence: string): never {
  throw new Mistake(sentence);
}

/** Returns a table with left-aligned columns, or `whenEmpty` if there are no rows. */
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

/** Formats a time in UTC for the operator. */
export function timeText(time: Date | null): string {
  return time === null ? '–' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
