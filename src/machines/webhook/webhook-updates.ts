import { fromCallback } from 'xstate';
import { administrator, hasRole } from '../../model/entities/role.ts';
import { alarmSettingsModel } from '../../model/journal/screen-models/alarm-settings.ts';
import { type JournalSnapshot, journalIn } from '../journal/journal-actor.ts';
import { presentRole, selectModel } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { WebhookUpdate } from './webhook-events.ts';

type NoMessage = { type: 'nothing' };

/**
 * Sends `webhook.changed` once the person may see the webhook (ALM-16) and whenever it changes, and
 * `webhook.withheld` when they no longer may.
 */
export const webhookUpdates: CallbackLogic<NoMessage, NoInput, WebhookUpdate> = fromCallback<NoMessage>(
  ({ system, sendBack }) => {
    const journal = journalIn(system);
    const turnsOf = (snapshot: JournalSnapshot): number => selectModel(snapshot, alarmSettingsModel)?.webhookTurns ?? 0;
    const mayKnow = (snapshot: JournalSnapshot): boolean => hasRole(presentRole(snapshot) ?? Infinity, administrator);
    let known: number | null = null;
    const report = (snapshot: JournalSnapshot): void => {
      // Keep the last state if the list no longer contains the system, which says nothing about the person's
      // rights.
      if (presentRole(snapshot) === undefined) return;
      const turns = mayKnow(snapshot) ? turnsOf(snapshot) : null;
      if (turns === known) return;
      known = turns;
      sendBack({ type: turns === null ? 'webhook.withheld' : 'webhook.changed' } satisfies WebhookUpdate);
    };
    report(journal.getSnapshot());
    // Ignored here: a journal error ends the session, which reports it.
    const watch = journal.subscribe({ next: report, error: () => {} });
    return () => watch.unsubscribe();
  },
);
