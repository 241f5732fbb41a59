import { type Selectable, sql } from 'kysely';
import type { DetectionConfig, DetectionParameters } from '#model/entities/detection-config.ts';
import { lockSystem } from '../accounts/systems.ts';
import { type Db, inTransaction } from '../database.ts';
import type { DetectionConfigTable } from '../schema-detection.ts';

/**
 * Returns the current version of a system's detection settings (DET-10); every system has one.
 * @throws Error if there is no such system.
 */
export async function currentDetectionConfig({ db }: Db, systemId: string): Promise<DetectionConfig> {
  const row = await db
    .selectFrom('detection_configs')
    .selectAll()
    .where('system_id', '=', systemId)
    .where('effective_to', 'is', null)
    .executeTakeFirstOrThrow();
  return configOf(row);
}

/** Returns all versions of a system's settings, oldest first. */
export async function detectionConfigHistory({ db }: Db, systemId: string): Promise<DetectionConfig[]> {
  const rows = await db
    .selectFrom('detection_configs')
    .selectAll()
    .where('system_id', '=', systemId)
    .orderBy('version')
    .execute();
  return rows.map(configOf);
}

/** Settings to save for a system, and who saves them and why. */
export type DetectionConfigSave = {
  systemId: string;
  parameters: DetectionParameters;
  modifiedBy: number;
  changeReason: string | null;
};

/**
 * Saves settings as a system's next version, which begins when the previous one ends (DET-10). Simultaneous
 * saves become versions one after the other.
 */
export function saveDetectionConfig(database: Db, save: DetectionConfigSave): Promise<DetectionConfig> {
  const { systemId, parameters, modifiedBy, changeReason } = save;
  return inTransaction(database, async (within) => {
    await lockSystem(within, systemId);
    const closed = await within.db
      .updateTable('detection_configs')
      // This transaction may have started before the one that held the lock first, so take the present time,
      // not that of its start.
      .set({ effective_to: sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), effective_from)` })
      .where('system_id', '=', systemId)
      .where('effective_to', 'is', null)
      .returning(['version', sql<Date>`effective_to`.as('at')])
      .executeTakeFirstOrThrow();
    const row = await within.db
      .insertInto('detection_configs')
      .values({
        system_id: systemId,
        version: closed.version + 1,
        effective_from: closed.at,
        modified_by: modifiedBy,
        change_reason: changeReason,
        minimum_hits: parameters.minimumHits,
        minimum_average_power: parameters.minimumAveragePower,
        maximum_power_deviation: parameters.maximumPowerDeviation,
        maximum_interval_deviation: parameters.maximumIntervalDeviation,
        frequency_tolerance_multiplier: parameters.frequencyToleranceMultiplier,
        interval_tolerance_multiplier: parameters.intervalToleranceMultiplier,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return configOf(row);
  });
}

/** Returns a page (counted from 1) of a system's versions, newest first, and how many versions there are. */
export async function detectionConfigsOf(
  { db }: Db,
  systemId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ configs: DetectionConfig[]; total: number }> {
  const all = db.selectFrom('detection_configs').where('system_id', '=', systemId);
  const rows = await all
    .selectAll()
    .orderBy('version', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { configs: rows.map(configOf), total };
}

function configOf(row: Selectable<DetectionConfigTable>): DetectionConfig {
  return {
    version: row.version,
    effectiveFrom: row.effective_from.getTime(),
    effectiveTo: row.effective_to?.getTime() ?? null,
    modifiedBy: row.modified_by,
    changeReason: row.change_reason,
    minimumHits: row.minimum_hits,
    minimumAveragePower: row.minimum_average_power,
    maximumPowerDeviation: row.maximum_power_deviation,
    maximumIntervalDeviation: row.maximum_interval_deviation,
    frequencyToleranceMultiplier: row.frequency_tolerance_multiplier,
    intervalToleranceMultiplier: row.interval_tolerance_multiplier,
  };
}
