import type { AnyActorRef } from 'xstate';
import type { CommandsRef } from './commands-machine.ts';

/** The systemId of a host session's commands. */
export const commandsId = 'commands';

/** Returns the commands of an actor's session; undefined until its receivers are first opened. */
export function commandsIn(system: AnyActorRef['system']): CommandsRef | undefined {
  return system.get(commandsId) as CommandsRef | undefined;
}
