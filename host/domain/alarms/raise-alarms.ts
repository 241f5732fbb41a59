import type { BusEvent } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/store/database.ts';
import { addAlarms, writeLevels } from '../../platform/store/fleet/alarms.ts';
import type { KnownReport } from '../../platform/store/fleet/receiver-reports.ts';
import { alarmsOfLevels, judgeVitals } from './alarm-rules.ts';

/**
 * Raises the alarms of what receivers of a system reported, in the transaction that keeps it (ALM-6): by what
 * is known of them now, against how they were judged last, by whichever host. Answers whether there are some.
 */
export async function raiseByReports(within: Db, systemId: string, reports: readonly KnownReport[]): Promise<boolean> {
  const judged = reports.flatMap((report) => {
    if (report.judged === null) return [];
    const after = judgeVitals(report.judged, report);
    const isSame = after.memory === report.judged.memory && after.voltage === report.judged.voltage;
    return isSame ? [] : [{ rxId: report.rxId, at: report.ts, codes: alarmsOfLevels(report.judged, after), ...after }];
  });
  await writeLevels(within, judged);
  const alarms = judged.flatMap(({ rxId, at, codes }) => codes.map((code) => ({ rxId, at, code })));
  return (await addAlarms(within, systemId, alarms)) > 0;
}

/** What consoles hear of new alarms of a system: they look for themselves. */
export function alarmsMessage(systemId: string): BusEvent {
  return { kind: 'message', mitasId: systemId, message: { type: 'invalidate', payload: ['alarms'] } };
}
