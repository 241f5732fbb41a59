import { alarmCodes } from '#model/entities/alarm.ts';
import { commandTimeout } from '#model/entities/command.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { addAlarms } from '../../platform/store/fleet/alarms.ts';
import { type CommandRow, endOverdue, sendWaiting } from '../../platform/store/fleet/commands.ts';
import { alarmsMessage } from '../alarms/index.ts';
import type { CommandParts } from './ask-commands.ts';
import { firstWord } from './command-messages.ts';
import { expiredText } from './judge-command.ts';
import { Looks } from '../../platform/looks.ts';

/**
 * Ends what nobody answered in time, and what waited too long; and sends what waited for a receiver that came
 * online (CMD-4, CMD-6). Every host does it, and of all of them one does it to each command.
 */
export function watchCommands({ database, bus, log }: CommandParts): { close(): Promise<void> } {
  let isWarned = false;
  const looks = new Looks({
    bus,
    isWorthALook: ({ type, payload }) => type === 'newRxState' && payload.state === receiverStatuses.online,
    look: async () => {
      const { ended, alarmed } = await endAndRaise(database);
      for (const row of ended) bus.publish(firstWord(row));
      for (const systemId of alarmed) bus.publish(alarmsMessage(systemId));
      for (const row of await sendWaiting(database)) bus.publish(firstWord(row));
      isWarned = false;
    },
    failed: (error) => {
      if (!isWarned) log.warn({ reason: errorText(error) }, 'commands to receivers could not be looked after and will be');
      isWarned = true;
    },
  });
  return { close: () => looks.close() };
}

/**
 * Ends what is overdue. Who did not answer what it was sent raises an alarm with it (ALM-14); what only
 * waited, and was never sent, raises none, nor does what no host sent on to its receiver.
 */
function endAndRaise(database: Db): Promise<{ ended: CommandRow[]; alarmed: string[] }> {
  return inTransaction(database, async (within) => {
    const ended = await endOverdue(within, expiredText);
    const unanswered = ended.filter(({ error, claim }) => error === commandTimeout && claim !== null);
    // In one order for all who raise alarms of several systems, as each system's are counted.
    const alarmed = [...new Set(unanswered.map(({ system_id }) => system_id))].toSorted();
    for (const systemId of alarmed) {
      const theirs = unanswered.filter(({ system_id }) => system_id === systemId);
      await addAlarms(
        within,
        systemId,
        theirs.map(({ rx_id }) => ({ rxId: rx_id, code: alarmCodes.commandUnanswered })),
      );
    }
    return { ended, alarmed };
  });
}
