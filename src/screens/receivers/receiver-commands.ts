import { fromPromise } from 'xstate';
import type { Services } from '../../services/ports.ts';
import { hostClockIn } from '../../machines/contact-window/contact-window-machine.ts';
import { commandsMachine } from '../../machines/commands/commands-machine.ts';
import { commandCalls } from '../../model/contract/command-calls.ts';
import { maxListed } from '../../model/fields/value-fields.ts';

/** Returns the machine of a session's commands with its calls. */
export function receiverCommands({ http, clock, newId }: Services): typeof commandsMachine {
  return commandsMachine.provide({
    actors: {
      findCommands: fromPromise(async ({ input: { mitasId, commandIds }, signal }) => {
        const params = { mitasId };
        const pages = Array.from({ length: Math.ceil(commandIds.length / maxListed) }, (_, at) =>
          commandIds.slice(at * maxListed, (at + 1) * maxListed),
        );
        const [{ commands }, ...found] = await Promise.all([
          http.call(commandCalls.listCommands, { params, query: {} }, { signal }),
          ...pages.map((page) => http.call(commandCalls.findCommands, { params, body: { commandIds: page } }, { signal })),
        ]);
        // A command may be in both lists; the copy requested by id comes last and wins a tie.
        return [...commands, ...found.flatMap((page) => page.commands)];
      }),
    },
    actions: {
      nameCommands: ({ self, system }, { plan }) => {
        const commands = plan.rxIds.map((rxId) => ({ commandId: newId(), rxId }));
        const expiresAt = plan.waitMs === null ? null : Math.round(hostClockIn(system, clock.now)() + plan.waitMs);
        self.send({ type: 'commands.named', plan, commands, expiresAt });
      },
    },
  });
}
