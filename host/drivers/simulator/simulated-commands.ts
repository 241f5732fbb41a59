import { setTimeout as delay } from 'node:timers/promises';
import type { CommandDriver, CommandStep, SentCommand } from '../../domain/commands/index.ts';
import type { CommandType } from '#model/entities/command.ts';
import type { Db } from '../../platform/store/database.ts';
import { mannersOf } from '../../platform/store/fleet/simulations.ts';
import type { SimulatedAction } from '../../platform/store/schema-commands.ts';
import { courseOf } from './command-course.ts';

/** Gives commands to the receivers of a simulated system. */
export type Commandable = {
  isOnline(rxId: number): boolean;
  command(rxId: number, action: SimulatedAction, commandId: string): Promise<void>;
};
export type SimulatedCommandsParts = { database: Db; systemId: string; seed: number; receivers: Commandable };

const actionOf: Readonly<Record<CommandType, SimulatedAction>> = {
  rxUpdate: 'update',
  rxReboot: 'reboot',
  rxEraseMemory: 'erase',
  rxSyncClock: 'sync',
  rxScheduleRefresh: 'report',
  rxForceRefresh: 'report',
};

/**
 * Returns a driver that lets simulated receivers carry out commands (SIM-12). A receiver that is not online
 * gets none.
 */
export function simulatedCommands({ database, systemId, seed, receivers }: SimulatedCommandsParts): CommandDriver {
  return {
    async *execute(command: SentCommand, signal: AbortSignal): AsyncGenerator<CommandStep> {
      const course = courseOf(seed, command, await mannersOf(database, systemId));
      if (!receivers.isOnline(command.rxId)) return;
      for (const { afterMs, step, acts } of course) {
        await delay(afterMs, undefined, { signal });
        yield step;
        // The simulation may have stopped while the step was stored.
        signal.throwIfAborted();
        const { rxId, commandType, commandId } = command;
        if (acts === true) await unlessAborted(receivers.command(rxId, actionOf[commandType], commandId), signal);
      }
    },
  };
}

/** Waits for the work, but rejects if the simulation stops, because then the work is never done. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  await Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
