import type { BusEvent } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/store/database.ts';
import { addAlarms, writeLevels } from '../../platform/store/fleet/alarms.ts';
import type { KnownReport } from '../../platform/store/fleet/receiver-reports.ts';
import { alarmsOfLevels, judgeVitals } from './alarm-rules.ts';

/**
 * Raises the alarms of reports from receivers of a system, in the transaction that stores the reports
 * (ALM-6). Compares the present values with the last levels, whichever host stored them. Returns whether
 * there were alarms.
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

/** Returns the message about new alarms of a system. Consoles then load them. */
export function alarmsMessage(systemId: string): BusEvent {
  return { kind: 'message', mitasId: systemId, message: { type: 'invalidate', payload: ['alarms'] } };
}
