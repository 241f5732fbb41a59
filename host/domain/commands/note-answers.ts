import { alarmCodes } from '#model/entities/alarm-words.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { addAlarms } from '../../platform/store/fleet/alarms.ts';
import { type AnsweredBy, type CommandNote, noteCommands, type NotedCommand } from '../../platform/store/fleet/commands.ts';
import { unlessTaken } from '../../platform/store/fleet/unless-taken.ts';
import { alarmsMessage } from '../alarms/index.ts';
import { nextWords } from './command-messages.ts';

/**
 * Stores the answers of receivers to their commands and publishes them. An answer that a command failed
 * raises an alarm (ALM-14). Returns the commands that changed.
 */
export async function noteAnswers(
  { database, bus }: { database: Db; bus: Bus },
  systemId: string,
  by: AnsweredBy,
  notes: readonly CommandNote[],
): Promise<NotedCommand[]> {
  const { changed, alarms } = await unlessTaken(() =>
    inTransaction(database, async (within) => {
      const noted = await noteCommands(within, systemId, by, notes);
      const refusals = noted.filter(({ row }) => row.status === 'failed');
      const raised = refusals.map(({ row }) => ({ rxId: row.rx_id, code: alarmCodes.commandRefused }));
      return { changed: noted, alarms: await addAlarms(within, systemId, raised) };
    }),
  );
  for (const { row, before } of changed) for (const word of nextWords(row, before)) bus.publish(word);
  if (alarms > 0) bus.publish(alarmsMessage(systemId));
  return changed;
}
