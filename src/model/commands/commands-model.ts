import * as v from 'valibot';
import { type CommandWordAt, isOvertaken } from './command-order.ts';
import { type IncomingOf, incomingSchemas } from '../contract/socket-messages.ts';
import { type Command, commandSchema, isOver } from '../entities/command.ts';
import { screenModel } from '../journal/screen-models/screen-model.ts';

type Reported = IncomingOf<'commandStatus'>['payload'];

const reported = incomingSchemas.commandStatus.entries.payload.entries;

declare module '../journal/facts.ts' {
  interface ScreenFacts {
    'commands.loaded': { commands: Command[] };
    'command.reported': Reported;
  }
}

/** The commands that the host has reported, by id. */
const commandsModelSchema = v.object({ commands: v.record(v.string(), commandSchema) });
export type CommandsModel = v.InferOutput<typeof commandsModelSchema>;

/**
 * The most commands to keep. If there are more, finished commands are removed, oldest first, until
 * `keptAfterTrim` remain.
 */
const maxKept = 2_500;
const keptAfterTrim = 2_000;

/**
 * The read model of commands (SEND-4). Ignores the first report of a command if it does not say who sent it;
 * the next load brings that command. A load does not overwrite later reports.
 */
export const commandsModel = screenModel<CommandsModel>({
  name: 'commands',
  facts: {
    'commands.loaded': { commands: v.array(v.strictObject(commandSchema.entries)) },
    'command.reported': reported,
  },
  schema: commandsModelSchema,
  initial: { commands: {} },
  on: {
    'commands.loaded': (draft, { commands }) => {
      for (const command of commands) {
        const known = draft.commands[command.commandId];
        if (known !== undefined && isOvertaken(wordOf(command), wordOf(known))) known.expiresAt = command.expiresAt;
        else draft.commands[command.commandId] = command;
      }
      forgetOldest(draft);
    },
    'command.reported': (draft, { commandId, rxId, commandType, status, attemptNumber, error, at, by, expiresAt }) => {
      const known = draft.commands[commandId];
      if (known !== undefined) {
        if (isOvertaken({ status, error, at }, wordOf(known))) return;
        Object.assign(known, { status, error, changedAt: at, attemptNumber: attemptNumber ?? known.attemptNumber });
      } else if (by !== undefined) {
        const begun = { commandId, rxId, commandType, status, attemptNumber: attemptNumber ?? 0, error };
        draft.commands[commandId] = { ...begun, by, askedAt: at, changedAt: at, expiresAt: expiresAt ?? null };
        forgetOldest(draft);
      }
    },
  },
});

function wordOf({ status, error, changedAt }: Command): CommandWordAt {
  return { status, error, at: changedAt };
}

function forgetOldest(draft: CommandsModel): void {
  // Count the keys before reading any values: each value read from a draft gets a proxy, and reports come by
  // the hundred.
  if (Object.keys(draft.commands).length <= maxKept) return;
  const all = Object.values(draft.commands);
  const ended = all.filter(({ status }) => isOver(status)).toSorted((one, other) => one.askedAt - other.askedAt);
  for (const { commandId } of ended.slice(0, all.length - keptAfterTrim)) delete draft.commands[commandId];
}
