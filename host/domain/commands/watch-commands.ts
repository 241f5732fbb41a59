import { receiverStatuses } from '#model/entities/receiver.ts';
import { type Db, inTransaction, waitForLocks } from '../../platform/store/database.ts';
import { type CommandRow, sendWaiting } from '../../platform/store/fleet/commands.ts';
import { endOverdue, overdueSystems } from '../../platform/store/fleet/overdue-commands.ts';
import { alarmsMessage } from '../alarms/index.ts';
import type { CommandParts } from './ask-commands.ts';
import { firstWord } from './command-messages.ts';
import { expiredText, leftText } from './judge-command.ts';
import { lookAndWarn } from '../../platform/bus/looks.ts';
import { alarmUnanswered } from './unanswered.ts';

/**
 * What a host left waits so long (ms) for the next one to carry it out; and so long after its own start a
 * host waits for its simulations to open.
 */
const leftAfterMs = 5 * 60_000;
/** One system whose rows somebody holds keeps the others' commands waiting for no longer (ms). */
const lockMs = 1_000;

/**
 * Ends what nobody answered in time, and what waited too long; and sends what waited for a receiver that came
 * online (CMD-4, CMD-6). Every host does it, and of all of them one does it to each command. What a
 * simulation carries out ends with it (RunningCommands), unless none has been there for long.
 */
export function watchCommands({ database, bus, log }: CommandParts, leftMs = leftAfterMs): { close(): Promise<void> } {
  const startedAt = performance.now();
  return lookAndWarn({
    bus,
    isWorthALook: ({ type, payload }) => type === 'newRxState' && payload.state === receiverStatuses.online,
    look: async () => {
      const left = performance.now() - startedAt < leftMs ? null : leftMs;
      let failure: { error: unknown } | null = null;
      for (const systemId of await overdueSystems(database, left)) {
        try {
          const { ended, isAlarmed } = await endAndRaise(database, systemId, left);
          for (const row of ended) bus.publish(firstWord(row));
          if (isAlarmed) bus.publish(alarmsMessage(systemId));
        } catch (error) {
          failure ??= { error };
        }
      }
      for (const row of await sendWaiting(database)) bus.publish(firstWord(row));
      if (failure !== null) throw failure.error;
    },
    log,
    failure: 'commands to receivers could not be followed; retrying',
  });
}

function endAndRaise(
  database: Db,
  systemId: string,
  leftMs: number | null,
): Promise<{ ended: CommandRow[]; isAlarmed: boolean }> {
  return inTransaction(database, async (within) => {
    await waitForLocks(within, lockMs);
    const ended = await endOverdue(within, systemId, leftMs, { expired: expiredText, left: leftText });
    return { ended, isAlarmed: await alarmUnanswered(within, systemId, ended) };
  });
}
