import type { Services } from '../composition/browser-services.ts';
import { journalIn } from '../machines/journal/journal-actor.ts';
import { shown } from '../machines/journal/journal-selectors.ts';
import { makeOwnChange } from '../machines/operations/own-change.ts';
import { saving } from '../machines/saving/saving.ts';
import type { SavingMachine } from '../machines/saving/saving-machine.ts';
import { clientCalls } from '../model/contract/client-calls.ts';
import { hostCalls } from '../model/contract/host-calls.ts';
import { ownAccountCalls } from '../model/contract/own-account-calls.ts';
import type { PageSettings } from '../model/entities/settings.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';

/** SYS-20, SYS-21. */
export default builtScreen({
  actor: settings,
  view: later(() => import('../views/settings/settings-view.tsx')),
});

function settings({ http, tokens }: Services): SavingMachine {
  return saving<PageSettings>({
    async timezone(body) {
      const { token } = await http.call(clientCalls.setTimezone, { body });
      tokens.keep(token);
      return { message: 'Your timezone is changed', facts: [{ type: 'timezone.changed', ...body }] };
    },
    async mails(wishes, { mitasId, system }) {
      const { email } = await http.call(ownAccountCalls.setEmailNotifications, { body: { ...wishes, mitasId } });
      const { systems } = shown(journalIn(system).getSnapshot()).account;
      const changed = systems.map((one) => (one.mitasId === mitasId ? { ...one, email } : one));
      return { message: 'Your mails are changed', facts: [{ type: 'systems.loaded', systems: changed }] };
    },
    async clock(interval, { mitasId, system }) {
      await makeOwnChange(system, (operation) =>
        http.call(hostCalls.setClockSyncInterval, { params: { mitasId }, body: { interval } }, { operation }),
      );
      return { message: 'The clock sync interval is changed' };
    },
  });
}
