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
 * How long (ms) the commands of a stopped host wait for another host. A host also waits this long after its
 * start, until its simulations have opened.
 */
const leftAfterMs = 5 * 60_000;
/** How long (ms) locked rows of one system may delay the commands of the others. */
const lockMs = 1_000;

/**
 * Ends commands that got no answer in time or waited too long, and sends those whose receiver came online
 * (CMD-4, CMD-6). Every host checks, but only one handles each command. A simulation ends its own commands
 * (RunningCommands), unless no host has run it for `leftMs`.
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
