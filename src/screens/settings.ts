import type { Services } from '../composition/browser-services.ts';
import { makeOwnChange } from '../machines/operations/own-change.ts';
import { saving } from '../machines/saving/saving.ts';
import type { SavingMachine } from '../machines/saving/saving-machine.ts';
import { clientCalls } from '../model/contract/client-calls.ts';
import { hostCalls } from '../model/contract/host-calls.ts';
import type { PageSettings } from '../model/entities/settings.ts';
import { later } from '../views/controls/later.tsx';
import { mailSaving } from './settings/mail-saving.ts';
import { builtScreen } from './built-screen.ts';

/** SYS-20, SYS-21. */
export default builtScreen({
  actor: settings,
  view: later(() => import('../views/settings/settings-view.tsx')),
});

function settings({ http, tokens, timezone }: Services): SavingMachine {
  return saving<PageSettings>({
    ...mailSaving(http),
    async timezone(chosen) {
      const body = { timezone: chosen ?? timezone, autoTimezone: chosen === null };
      const { token } = await http.call(clientCalls.setTimezone, { body });
      tokens.keep(token);
      return { message: 'Your timezone is changed', facts: [{ type: 'timezone.changed', ...body }] };
    },
    async collaborators(enabled, { mitasId, system }) {
      await makeOwnChange(system, (operation) =>
        http.call(hostCalls.switchCollaborators, { params: { mitasId }, body: { enabled } }, { operation }),
      );
      return { message: `The Collaborators page is ${enabled ? 'on' : 'off'}` };
    },
    async clock(interval, { mitasId, system }) {
      await makeOwnChange(system, (operation) =>
        http.call(hostCalls.setClockSyncInterval, { params: { mitasId }, body: { interval } }, { operation }),
      );
      return { message: 'The clock sync interval is changed' };
    },
  });
}
