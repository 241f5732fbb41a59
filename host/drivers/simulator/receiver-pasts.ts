import { receiverModels } from '#model/entities/receiver.ts';
import { writeVitals } from '../../domain/vitals/index.ts';
import type { Db } from '../../platform/store/database.ts';
import { addAlarms } from '../../platform/store/fleet/alarms.ts';
import { addStateEvents } from '../../platform/store/fleet/receiver-states.ts';
import { receiversAtSites } from '../../platform/store/fleet/receivers.ts';
import type { ReceiverVitals } from '../../platform/store/fleet/receiver-vitals.ts';
import type { Chronicle } from './chronicle.ts';
import type { UnitState } from './deeds.ts';
import type { Vitals } from './vitals.ts';
import type { ReceiverHardware } from './world.ts';

/** What became of one receiver, with its id in the database and the model that it reports. */
export type ReceiverPast = Chronicle & { receiver: ReceiverHardware; rxId: number; reportsModel: number };

/** What a simulated receiver says of itself, as one in the field would send it. */
export function vitalsOf(
  { rxId, reportsModel }: Omit<ReceiverPast, keyof Chronicle>,
  report: Vitals & UnitState & { ts: number },
): ReceiverVitals {
  return {
    rxId,
    model: reportsModel === receiverModels.unknown ? null : reportsModel,
    // Its states are the world's, which knows them to the moment.
    status: null,
    ...report,
  };
}

/** Of a long past what is kept; of a moment what was reported in it. */
function reportsOf(past: ReceiverPast): ReceiverVitals[] {
  const { hourly, vitals } = past;
  const newest = vitals === null || vitals.ts === hourly.at(-1)?.ts ? [] : [vitals];
  return [...hourly, ...newest].map((report) => vitalsOf(past, report));
}

/**
 * Writes vitals, state changes and alarms of several receivers (RX-10, ALM-1), alarms in the order in which
 * they were raised. Of one receiver and moment there is one state, the last of `pasts`, which holds no two.
 * An alarm has the names of its time; one that has been deleted meanwhile raises none.
 */
export async function recordPasts(db: Db, systemId: string, pasts: readonly ReceiverPast[]): Promise<void> {
  await addStateEvents(
    db,
    systemId,
    pasts.flatMap(({ rxId, changes }) => changes.map((change) => ({ rxId, ...change }))),
  );
  await writeVitals(db, systemId, pasts.flatMap(reportsOf));
  const names = new Map((await receiversAtSites(db, systemId)).map((row) => [row.id, row]));
  const alarms = pasts
    .flatMap(({ rxId, alarms: raised }) => raised.map(({ ts, code }) => ({ ts, code, rxId })))
    .sort((a, b) => a.ts - b.ts)
    .flatMap(({ ts, code, rxId }) => {
      const named = names.get(rxId);
      if (named === undefined) return [];
      const { alias, site } = named;
      return [{ system_id: systemId, alarm_code_id: code, rx_id: rxId, alias, site_name: site ?? '', at: new Date(ts) }];
    });
  await addAlarms(db, alarms);
}
