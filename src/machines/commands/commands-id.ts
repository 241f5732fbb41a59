import type { AnyActorRef } from 'xstate';
import type { CommandsRef } from './commands-machine.ts';

/** The systemId of the commands of a host session. */
export const commandsId = 'commands';

/** The commands of the session an actor belongs to; undefined before the receivers were first opened. */
export function commandsIn(system: AnyActorRef['system']): CommandsRef | undefined {
  return system.get(commandsId) as CommandsRef | undefined;
}
