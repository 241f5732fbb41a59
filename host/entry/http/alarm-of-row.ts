import type { Alarm } from '#model/entities/alarm.ts';

type AlarmRowOfHost = {
  id: number;
  rx_id: number | null;
  alarm_code_id: number;
  alias: string;
  site_name: string;
  at: Date;
  snoozed: boolean;
  missed_since: Date | null;
};

/**
 * Converts a stored alarm to the contract's form (ALM-1). `timeOf` formats a time in the system's time zone.
 */
export function alarmOfRow(row: AlarmRowOfHost, timeOf: (at: Date) => string): Alarm {
  const { id, rx_id, alarm_code_id, alias, site_name, at, snoozed, missed_since } = row;
  return {
    id,
    ...(rx_id !== null && { rxId: rx_id }),
    AlarmCodeId: alarm_code_id,
    alias,
    siteName: site_name,
    FormattedTime: timeOf(at),
    ...(snoozed && { snoozed }),
    ...(missed_since !== null && { since: timeOf(missed_since) }),
  };
}
