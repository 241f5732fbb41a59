import { journalIn } from '../../machines/journal/journal-actor.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import type { Saving } from '../../machines/saving/saving.ts';
import { ownAccountCalls } from '../../model/contract/own-account-calls.ts';
import { webhookCalls } from '../../model/contract/webhook-calls.ts';
import type { OwnMails } from '../../model/entities/settings.ts';
import type { HttpClient } from '../../services/ports.ts';

/** Saves which emails of the system the person receives, and sends test emails (ALM-19). */
export function mailSaving(http: HttpClient): Saving<OwnMails> {
  return {
    async mails(wishes, { mitasId, system }) {
      const { email } = await http.call(ownAccountCalls.setEmailNotifications, { body: { ...wishes, mitasId } });
      const { systems } = shown(journalIn(system).getSnapshot()).account;
      const changed = systems.map((one) => (one.mitasId === mitasId ? { ...one, email } : one));
      return { message: 'Email settings changed', facts: [{ type: 'systems.loaded', systems: changed }] };
    },
    async testMail(_none, { mitasId }) {
      const { message } = await http.call(webhookCalls.sendTestMail, { params: { mitasId } });
      return { message, stays: true };
    },
  };
}
