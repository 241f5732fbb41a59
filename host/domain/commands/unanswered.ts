import { alarmCodes } from '#model/entities/alarm-words.ts';
import { commandTimeout } from '#model/entities/command.ts';
import type { Db } from '../../platform/store/database.ts';
import { addAlarms } from '../../platform/store/fleet/alarms.ts';
import type { CommandRow } from '../../platform/store/fleet/commands.ts';

/**
 * Raises an alarm for each command that was sent but not answered (ALM-14). Commands that only waited, were
 * never sent, or ended because a host stopped raise none. Returns whether there are any.
 */
export async function alarmUnanswered(within: Db, systemId: string, ended: readonly CommandRow[]): Promise<boolean> {
  const unanswered = ended.filter(({ error, claim }) => error === commandTimeout && claim !== null);
  const alarms = unanswered.map(({ rx_id }) => ({ rxId: rx_id, code: alarmCodes.commandUnanswered }));
  return (await addAlarms(within, systemId, alarms)) > 0;
}
