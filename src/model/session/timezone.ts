import type { Account } from '../entities/account.ts';
import type { System } from '../entities/system.ts';

/**
 * Returns the timezone to set automatically (ACC-17: automatic is on and the browser's differs); undefined if
 * there is none.
 */
export function timezoneToSet(
  account: Pick<Account, 'timezone'>,
  system: Pick<System, 'autoTimezone'> | undefined,
  browserTimezone: string,
): string | undefined {
  return system?.autoTimezone === true && browserTimezone !== '' && account.timezone !== browserTimezone
    ? browserTimezone
    : undefined;
}
