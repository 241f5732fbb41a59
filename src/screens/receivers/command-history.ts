import { fromPromise } from 'xstate';
import type { Services } from '../../services/ports.ts';
import { type Cancellation, commandHistoryMachine } from '../../machines/commands/command-history-machine.ts';
import { cancelledNotice, notCancelledNotice } from '../../machines/commands/command-notices.ts';
import { reportedIfLeft } from '../../machines/receivers/reported-if-left.ts';
import { commandCalls } from '../../model/contract/command-calls.ts';

/** The sizes of the first page and of each further one. */
const firstPage = 100;
const nextPage = 500;

/** Returns the machine of the list of commands with its calls. */
export function commandHistory({ http }: Services): typeof commandHistoryMachine {
  return commandHistoryMachine.provide({
    actors: {
      loadHistory: fromPromise(({ input: { mitasId, rxId, by, before }, signal }) => {
        const query = {
          limit: String(before === null ? firstPage : nextPage),
          ...(rxId === null ? {} : { rxId: String(rxId) }),
          ...(before === null ? {} : { before }),
          ...(by === null ? {} : { by }),
        };
        return http.call(commandCalls.listCommands, { params: { mitasId }, query }, { signal });
      }),
      cancelCommand: reportedIfLeft<unknown, Cancellation>(
        ({ mitasId, commandId }) => http.call(commandCalls.cancelCommand, { params: { mitasId, commandId } }),
        { done: () => cancelledNotice, failed: notCancelledNotice },
      ),
    },
  });
}
