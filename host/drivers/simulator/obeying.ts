import { setTimeout as delay } from 'node:timers/promises';
import type { CommandDriver, CommandStep, SentCommand } from '../../domain/commands/index.ts';
import type { Db } from '../../platform/store/database.ts';
import { mannersOf } from '../../platform/store/fleet/simulations.ts';
import { courseOf } from './command-course.ts';

/** What a command does to the simulated world; resolves when that has happened. */
export type Act = (command: SentCommand, signal: AbortSignal) => Promise<void>;
export type ObeyingParts = { database: Db; systemId: string; seed: number; act: Act };

/** The simulated receivers as they take commands (SIM-12). */
export function obeying({ database, systemId, seed, act }: ObeyingParts): CommandDriver {
  return {
    async *execute(command: SentCommand, signal: AbortSignal): AsyncGenerator<CommandStep> {
      const course = courseOf(seed, command, await mannersOf(database, systemId));
      for (const { afterMs, step, acts } of course) {
        await delay(afterMs, undefined, { signal });
        yield step;
        if (acts === true) await act(command, signal);
      }
    },
  };
}
