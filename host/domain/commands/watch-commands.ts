import { receiverStatuses } from '#model/entities/receiver.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { endOverdue, sendWaiting } from '../../platform/store/fleet/commands.ts';
import type { CommandParts } from './ask-commands.ts';
import { firstWord } from './command-messages.ts';
import { expiredText } from './judge-command.ts';
import { Looks } from './looks.ts';

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
      for (const row of await endOverdue(database, expiredText)) bus.publish(firstWord(row));
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
