import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { Mistake } from '../../platform/mistake.ts';
import { type AdminCommand, type AdminContext, type AdminOptions } from './admin-command.ts';
import { keysCommands } from './keys-commands.ts';
import { mailCommands } from './mail-commands.ts';
import { modemsCommands } from './modems-commands.ts';
import { receiversCommands } from './receivers-commands.ts';
import { signingKeysCommands } from './signing-keys-commands.ts';
import { rolesCommands } from './roles-commands.ts';
import { systemsCommands } from './systems-commands.ts';
import { usersCommands } from './users-commands.ts';

/** All commands of `npm run admin`. */
export const adminCommands: readonly AdminCommand[] = [
  ...systemsCommands,
  ...receiversCommands,
  ...modemsCommands,
  ...usersCommands,
  ...rolesCommands,
  ...keysCommands,
  ...signingKeysCommands,
  ...mailCommands,
];

/** A parsed command line: `run` needs an open database. */
export type Understood = { kind: 'help'; lines: string[] } | { kind: 'run'; run: (context: AdminContext) => Promise<string[]> };

/** Parses the words after `npm run admin --`. @throws Mistake saying what is wrong with them. */
export function understand(args: readonly string[]): Understood {
  if (args.length === 0 || args.some((word) => ['help', '--help', '-h'].includes(word))) return { kind: 'help', lines: help() };
  const name = args.slice(0, 2).join(' ');
  const command = adminCommands.find((known) => known.name === name);
  if (command === undefined) throw new Mistake(unknownCommand(args[0] ?? '', name));
  const { words, options } = parseWords(command, args.slice(2));
  return { kind: 'run', run: (context) => command.run(context, words, options) };
}

function parseWords(command: AdminCommand, args: string[]): { words: string[]; options: AdminOptions } {
  const config = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([option, { takes }]) => [
      option,
      { type: takes === undefined ? 'boolean' : 'string' },
    ]),
  ) as ParseArgsOptionsConfig;
  try {
    const { positionals, values } = parseArgs({
      args: negativesJoined(args, config),
      options: config,
      allowPositionals: true,
      strict: true,
    });
    if (positionals.length !== command.parameters.length) throw new Mistake(`Usage: ${usage(command)}`);
    return { words: positionals, options: values as AdminOptions };
  } catch (error) {
    if (error instanceof TypeError) throw new Mistake(`${error.message}\nUsage: ${usage(command)}`);
    throw error;
  }
}

/**
 * Joins a negative number to its option by '='. Otherwise parseArgs takes a western longitude for an option,
 * because of its minus sign.
 */
function negativesJoined(args: readonly string[], config: ParseArgsOptionsConfig): string[] {
  const joined: string[] = [];
  for (const word of args) {
    const last = joined.at(-1) ?? '';
    const isValue = /^-[\d.]/.test(word) && last.startsWith('--') && config[last.slice(2)]?.type === 'string';
    if (isValue) joined.splice(-1, 1, `${last}=${word}`);
    else joined.push(word);
  }
  return joined;
}

function unknownCommand(group: string, name: string): string {
  const near = adminCommands.filter((command) => command.name.startsWith(`${group} `));
  return near.length === 0
    ? `Unknown command '${name}'. 'npm run admin -- help' lists all commands.`
    : `Unknown command '${name}'. Use one of ${near.map((command) => `'${command.name}'`).join(', ')}.`;
}

function usage({ name, parameters, options = {} }: AdminCommand): string {
  const flags = Object.entries(options).map(([option, { takes }]) => `[--${option}${takes === undefined ? '' : ` ${takes}`}]`);
  return [name, ...parameters, ...flags].join(' ');
}

function help(): string[] {
  return [
    'Manages systems, receivers, modems, users, roles and keys, whether the host runs or not.',
    'Usage: npm run admin -- COMMAND',
    '',
    ...adminCommands.flatMap((command) => [
      `  ${usage(command)}`,
      `      ${command.summary}`,
      ...Object.entries(command.options ?? {})
        .filter(([, { summary }]) => summary !== '')
        .map(([option, { summary }]) => `      --${option}: ${summary}`),
    ]),
    '',
    'Uses the database of the host: DATA_DIR (./data) or DATABASE_URL. Asks for passwords, or reads them from standard input.',
  ];
}
