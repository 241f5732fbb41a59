import { alarmCodes } from '#model/entities/alarm-words.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { addAlarms } from '../../platform/store/fleet/alarms.ts';
import { noteHeard } from '../../platform/store/fleet/retired-receivers.ts';
import type { Lane } from '../../platform/store/pools.ts';
import { triedAgain } from '../../platform/store/tried-again.ts';
import { alarmsMessage } from '../alarms/index.ts';
import type { Retired } from './unshown.ts';

/** A log for warnings with details. */
export type WarningLog = { warn(details: object, text: string): void };

type Reporting = { database: Lane; bus: Bus; log: WarningLog };

/**
 * Reports retired receivers that still send, in the log and by an alarm, each once until it is restored
 * (RX-37). Never rejects, because their contacts are already stored. A failed report is logged and repeated
 * with the receiver's next contacts.
 */
export async function reportStillSending(parts: Reporting, systemId: string, retired: readonly Retired[]): Promise<void> {
  const { database, bus, log } = parts;
  const unreported = retired.filter(({ isReported }) => !isReported).map(({ id }) => id);
  if (unreported.length === 0) return;
  try {
    const heard = await triedAgain(() =>
      inTransaction(database, (transaction) => writeReport(transaction, systemId, unreported)),
    );
    for (const { id, alias } of heard)
      log.warn({ mitasId: systemId, rxId: id, alias }, 'a retired receiver is still sending; its data are stored and not shown');
    if (heard.length === 0) return;
    bus.publish(alarmsMessage(systemId));
  } catch (error) {
    log.warn(
      { mitasId: systemId, rxIds: unreported, reason: errorText(error) },
      'alarms for retired receivers that still send could not be raised; retrying with their next contacts',
    );
  }
}

async function writeReport(transaction: Db, systemId: string, rxIds: readonly number[]) {
  const heard = await noteHeard(transaction, systemId, rxIds);
  await addAlarms(
    transaction,
    systemId,
    heard.map(({ id }) => ({ rxId: id, code: alarmCodes.retiredHeard })),
  );
  return heard;
}
