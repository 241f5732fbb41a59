import type { Services } from '../services/ports.ts';
import type { KeysMachine } from '../machines/keys/keys-machine.ts';
import { makeOwnChange } from '../machines/operations/own-change.ts';
import { saving } from '../machines/saving/saving.ts';
import type { SavingMachine } from '../machines/saving/saving-machine.ts';
import { settingsPageMachine } from '../machines/settings-page/settings-page-machine.ts';
import { accessKeyCalls } from '../model/contract/access-key-calls.ts';
import { systemEditCalls } from '../model/contract/system-edit-calls.ts';
import type { PageSettings } from '../model/entities/settings.ts';
import { later } from '../views/controls/later.tsx';
import { ownSettings } from './settings/own-settings.ts';
import { builtScreen } from './built-screen.ts';
import { keysBy } from './keys/key-calls.ts';

/** The settings screen (SYS-20, SYS-21, ACC-32). */
export default builtScreen({
  actor: (services) => settingsPageMachine.provide({ actors: { saving: settings(services), keys: accessKeys(services) } }),
  view: later(() => import('../views/settings/settings-view.tsx')),
});

function settings(services: Services): SavingMachine {
  const { http } = services;
  return saving<PageSettings>({
    ...ownSettings(services),
    async collaborators(enabled, { mitasId, system }) {
      await makeOwnChange(system, (operation) =>
        http.call(systemEditCalls.switchCollaborators, { params: { mitasId }, body: { enabled } }, { operation }),
      );
      return { message: `The Collaborators page is ${enabled ? 'on' : 'off'}` };
    },
    async clock(interval, { mitasId, system }) {
      await makeOwnChange(system, (operation) =>
        http.call(systemEditCalls.setClockSyncInterval, { params: { mitasId }, body: { interval } }, { operation }),
      );
      return { message: 'Clock sync interval changed' };
    },
  });
}

function accessKeys(services: Services): KeysMachine {
  const { http } = services;
  const { listAccessKeys, createAccessKey, revokeAccessKey } = accessKeyCalls;
  return keysBy(services, {
    list: (mitasId, signal) => http.call(listAccessKeys, { params: { mitasId } }, { signal }),
    make: (mitasId, { name, expiresAt }) => {
      const body = expiresAt === null ? { name } : { name, expiresAt };
      return http.call(createAccessKey, { params: { mitasId }, body });
    },
    revoke: (mitasId, id) => http.call(revokeAccessKey, { params: { mitasId, id } }),
  });
}
