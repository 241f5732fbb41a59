import type { AnyActorRef } from 'xstate';
import { journalIn } from '../../machines/journal/journal-actor.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import type { Saving } from '../../machines/saving/saving.ts';
import { clientCalls } from '../../model/contract/client-calls.ts';
import type { OwnSettings } from '../../model/entities/settings.ts';
import type { HttpClient, Services } from '../../services/ports.ts';
import { mailSaving } from './mail-saving.ts';

/** Saves the person's own settings (SYS-20, MAIL-9, FILE-17). */
export function ownSettings({ http, tokens, timezone }: Services): Saving<OwnSettings> {
  return {
    ...mailSaving(http),
    async timezone(chosen) {
      const body = { timezone: chosen ?? timezone, autoTimezone: chosen === null };
      const { token } = await http.call(clientCalls.setTimezone, { body });
      tokens.keep(token);
      return { message: 'Timezone changed', facts: [{ type: 'timezone.changed', ...body }] };
    },
    async csvForExcel(csvForExcel, { system }) {
      await keepCsvForExcel(http, system, csvForExcel);
      return { message: csvForExcel ? 'CSV files are saved for Excel' : 'CSV files are saved without a byte order mark' };
    },
  };
}

/** Stores in the account whether CSV files are for Excel, and records it in the session (FILE-17). */
export async function keepCsvForExcel(http: HttpClient, system: AnyActorRef['system'], csvForExcel: boolean): Promise<void> {
  await http.call(clientCalls.setCsvForExcel, { body: { csvForExcel } });
  const journal = journalIn(system);
  const { account } = shown(journal.getSnapshot()).account;
  if (account === null) return;
  journal.send({
    type: 'journal.append',
    entries: [{ type: 'happened', fact: { type: 'account.loaded', account: { ...account, csvForExcel } } }],
  });
}
