import { fromCallback, fromPromise } from 'xstate';
import type { Services } from '../services/ports.ts';
import type { BrowserAlarmsEvent, WishCommand } from '../machines/browser-alarms/browser-alarms-events.ts';
import { type BrowserAlarmsMachine, browserAlarmsMachine } from '../machines/browser-alarms/browser-alarms-machine.ts';
import { journalIn } from '../machines/journal/journal-actor.ts';
import { shown } from '../machines/journal/journal-selectors.ts';
import { shownAlarms, wishOf } from '../model/alarms/browser-alarms.ts';
import { selectedSystem } from '../model/journal/read-models/account.ts';
import { screenUrl } from '../model/navigation/addresses.ts';
import { createNotifier } from '../services/notifications/browser-notifier.ts';
import { createAlone } from '../services/storage/web-locks.ts';
import { createSafeStorage } from '../services/storage/safe-storage.ts';

const wishKey = 'browserAlarms';

/** Returns the machine for browser notifications of alarms (ALM-23) with its services. */
export default function composeAlarms({ addressBar, log, pageEvents: window }: Services): BrowserAlarmsMachine {
  const { Notification: means, isSecureContext: isSecure } = window;
  const notifier = createNotifier({ Notification: means, isSecure, focus: () => window.focus(), log });
  const storage = createSafeStorage(() => window.localStorage, log);
  return browserAlarmsMachine.provide({
    actors: {
      wishes: fromCallback<WishCommand>(({ sendBack, receive }) => {
        const report = (kept: string | null): void =>
          sendBack({ type: 'wish.read', wish: wishOf(kept), isAllowed: notifier.isAllowed() } satisfies BrowserAlarmsEvent);
        const onStorage = ({ key, newValue }: StorageEvent): void => {
          if (key === wishKey) report(newValue);
        };
        report(storage.read(wishKey));
        receive(({ wish }) => storage.write(wishKey, wish));
        window.addEventListener('storage', onStorage);
        return () => window.removeEventListener('storage', onStorage);
      }),
      askLeave: fromPromise(() => notifier.ask()),
      turn: fromCallback(({ input: { mitasId }, sendBack }) => {
        const over = Promise.withResolvers<void>();
        const alone = createAlone(`alarms of ${mitasId}`, window.navigator.locks);
        alone(async () => {
          sendBack({ type: 'turn.come' } satisfies BrowserAlarmsEvent);
          await over.promise;
        }).catch((error: unknown) => log.warn('Alarms are not shown by this page', error));
        return () => over.resolve();
      }),
    },
    actions: {
      show({ context: { mitasId }, system }, { alarms }) {
        const { account, fleet } = shown(journalIn(system).getSnapshot());
        const name = selectedSystem(account)?.commonName ?? mitasId;
        for (const alarm of shownAlarms({ mitasId, name }, alarms, (rxId) => fleet.receivers[rxId]?.alias ?? null))
          notifier.show(alarm, () => addressBar.go(screenUrl(mitasId, 'alarms'), 'push'));
      },
    },
  });
}
