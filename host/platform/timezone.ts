import { formatInTimeZone } from 'date-fns-tz';

/** True for an IANA timezone that this runtime knows; offsets such as '+02:00' are none. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** 'YYYY-MM-DD HH:mm:ss' in the given timezone (ALM-1). */
export function formatTime(time: Date, timezone: string): string {
  return formatInTimeZone(time, timezone, 'yyyy-MM-dd HH:mm:ss');
}
