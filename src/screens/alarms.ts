import { fromPromise } from 'xstate';
import type { Services } from '../services/ports.ts';
import { pagedAlarms } from '../machines/alarm-history/paged-alarms.ts';
import { alarmsPageMachine } from '../machines/alarms-page/alarms-page-machine.ts';
import { makeOwnChange } from '../machines/operations/own-change.ts';
import { saving } from '../machines/saving/saving.ts';
import type { SavingMachine } from '../machines/saving/saving-machine.ts';
import { webhookMachine } from '../machines/webhook/webhook-machine.ts';
import { webhookUpdates } from '../machines/webhook/webhook-updates.ts';
import { alarmsAddress } from '../model/alarms/alarms-address.ts';
import { alarmHistoryCalls } from '../model/contract/alarm-history-calls.ts';
import { alarmSettingsCalls } from '../model/contract/alarm-settings-calls.ts';
import { webhookCalls } from '../model/contract/webhook-calls.ts';
import type { AlarmPageSettings } from '../model/entities/settings.ts';
import { alarmSettingsModel } from '../model/journal/screen-models/alarm-settings.ts';
import { builtScreen } from './built-screen.ts';
import { mailSaving } from './settings/mail-saving.ts';
import { later } from '../views/controls/later.tsx';

/** The alarms screen (ALP-2, ALP-3). */
export default builtScreen({
  address: alarmsAddress,
  actor: (services) =>
    alarmsPageMachine.provide({
      actors: {
        history: pagedAlarms((request, signal) => services.http.call(alarmHistoryCalls.listAlarmHistory, request, { signal })),
        settings: pageSettings(services),
        webhook: webhook(services),
      },
    }),
  models: [alarmSettingsModel],
  resources: [
    {
      name: 'alarmSettings',
      begins: 'now',
      async load({ http }, mitasId, signal) {
        const { asOf, settings } = await http.call(alarmSettingsCalls.getAlarmSettings, { params: { mitasId } }, { signal });
        return { asOf, facts: [{ type: 'alarmSettings.loaded', asOf, offlineMinutes: settings.offlineAlarmMinutes }] };
      },
    },
  ],
  view: later(() => import('../views/alarms/alarms-view.tsx')),
});

function pageSettings({ http }: Services): SavingMachine {
  return saving<AlarmPageSettings>({
    ...mailSaving(http),
    async minutes(offlineAlarmMinutes, { mitasId, system }) {
      const body = { offlineAlarmMinutes };
      await makeOwnChange(system, (operation) =>
        http.call(alarmSettingsCalls.setOfflineAlarm, { params: { mitasId }, body }, { operation }),
      );
      return { message: 'Offline alarm minutes changed' };
    },
  });
}

/**
 * Returns the webhook's machine with its calls. Address and secret go only to the host, never into the
 * journal (ALM-16).
 */
function webhook({ http }: Services): typeof webhookMachine {
  return webhookMachine.provide({
    actors: {
      webhookUpdates,
      loadWebhook: fromPromise(async ({ input: { mitasId }, signal }) => {
        const { webhook: status } = await http.call(webhookCalls.getWebhook, { params: { mitasId } }, { signal });
        return { status };
      }),
      saveWebhook: fromPromise(({ input: { mitasId, url, secret }, system }) =>
        makeOwnChange(system, (operation) =>
          http.call(webhookCalls.setWebhook, { params: { mitasId }, body: { url, secret } }, { operation }),
        ),
      ),
      testWebhook: fromPromise(({ input: { mitasId }, signal }) =>
        http.call(webhookCalls.testWebhook, { params: { mitasId } }, { signal }),
      ),
      removeWebhook: fromPromise(({ input: { mitasId }, system }) =>
        makeOwnChange(system, (operation) => http.call(webhookCalls.removeWebhook, { params: { mitasId } }, { operation })),
      ),
    },
  });
}
