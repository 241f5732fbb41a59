import type { Logger } from 'pino';
import { inTheWay, notFound } from '../../platform/api-error.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/store/database.ts';
import { cancelWaiting, findCommandRows, listCommandRows } from '../../platform/store/fleet/commands.ts';
import { commandOf, firstWord } from '../../domain/commands/command-messages.ts';
import type { Handlers } from './call-handlers.ts';

/** The number of finished commands listed if the call sets no limit. */
const usualLimit = 100;

/**
 * Returns the handlers for the status of commands to receivers (CMD-5). The commands are sent over the
 * websocket.
 */
export function commands(database: Pick<Database, 'db' | 'reads'>, bus: Bus, log: Logger) {
  return {
    async listCommands({ caller, system, query, exchange }) {
      const { limit = usualLimit, ...asked } = query;
      const { rows, more } = await database.reads.read(caller.userId, exchange.gone(), (read) =>
        listCommandRows(read, system.mitasId, { ...asked, limit }),
      );
      return { commands: rows.map(commandOf), more };
    },

    async findCommands({ system, body }) {
      return { commands: (await findCommandRows(database, system.mitasId, body.commandIds)).map(commandOf) };
    },

    async cancelCommand({ caller, system, params }) {
      const { mitasId } = system;
      const cancelled = await cancelWaiting(database, mitasId, params.commandId);
      if (cancelled !== undefined) {
        const { command_id: commandId, rx_id: rxId, type } = cancelled;
        log.info({ mitasId, by: caller.userId, command: type, commandId, rxId }, 'a command was taken back');
        bus.publish(firstWord(cancelled));
      } else if ((await findCommandRows(database, mitasId, [params.commandId])).length === 0)
        throw notFound('There is no such command.');
      else throw inTheWay('It is no longer waiting.');
      return {};
    },
  } satisfies Partial<Handlers>;
}
