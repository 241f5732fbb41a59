import { expect, test } from 'vitest';
import { accessKeyCalls } from '#model/contract/access-key-calls.ts';
import { accountCalls } from '#model/contract/account-calls.ts';
import { alarmCalls } from '#model/contract/alarm-calls.ts';
import { animalCalls } from '#model/contract/animal-calls.ts';
import { tagHistoryCalls } from '#model/contract/tag-history-calls.ts';
import { alarmHistoryCalls } from '#model/contract/alarm-history-calls.ts';
import { alarmSettingsCalls } from '#model/contract/alarm-settings-calls.ts';
import { activityCalls } from '#model/contract/activity-calls.ts';
import { changeCalls } from '#model/contract/change-calls.ts';
import { clientCalls } from '#model/contract/client-calls.ts';
import { ownAccountCalls } from '#model/contract/own-account-calls.ts';
import { collaboratorCalls } from '#model/contract/collaborator-calls.ts';
import { commandCalls } from '#model/contract/command-calls.ts';
import { detectionCalls } from '#model/contract/detection-calls.ts';
import { diagnosisCalls } from '#model/contract/diagnosis-calls.ts';
import { fileCalls } from '#model/contract/file-calls.ts';
import { fleetEditCalls, siteEditCalls } from '#model/contract/fleet-edit-calls.ts';
import { hostCalls } from '#model/contract/host-calls.ts';
import { jobCalls } from '#model/contract/job-calls.ts';
import { mapLayerCalls } from '#model/contract/map-layer-calls.ts';
import { modemCalls } from '#model/contract/modem-calls.ts';
import { publicCalls } from '#model/contract/public-calls.ts';
import { receiverCalls } from '#model/contract/receiver-calls.ts';
import { receiverConfigCalls } from '#model/contract/receiver-config-calls.ts';
import { receiverHistoryCalls } from '#model/contract/receiver-history-calls.ts';
import { receiverKeyCalls } from '#model/contract/receiver-key-calls.ts';
import { retentionCalls } from '#model/contract/retention-calls.ts';
import { snoozeCalls } from '#model/contract/snooze-calls.ts';
import { statisticsCalls } from '#model/contract/statistics-calls.ts';
import { registryCalls } from '#model/contract/registry-calls.ts';
import { systemEditCalls } from '#model/contract/system-edit-calls.ts';
import { tagCalls } from '#model/contract/tag-calls.ts';
import { transmitterCalls } from '#model/contract/transmitter-calls.ts';
import { registryEntities } from '#model/registry/registries.ts';
import { vitalsCalls } from '#model/contract/vitals-calls.ts';
import { webhookCalls } from '#model/contract/webhook-calls.ts';
import { callNames, contract } from '#model/contract/table.ts';

const groups = [
  accessKeyCalls,
  accountCalls,
  alarmCalls,
  animalCalls,
  tagHistoryCalls,
  alarmHistoryCalls,
  alarmSettingsCalls,
  activityCalls,
  changeCalls,
  clientCalls,
  ownAccountCalls,
  collaboratorCalls,
  commandCalls,
  detectionCalls,
  diagnosisCalls,
  fileCalls,
  hostCalls,
  systemEditCalls,
  jobCalls,
  mapLayerCalls,
  modemCalls,
  publicCalls,
  receiverCalls,
  fleetEditCalls,
  siteEditCalls,
  receiverConfigCalls,
  receiverHistoryCalls,
  receiverKeyCalls,
  vitalsCalls,
  webhookCalls,
  retentionCalls,
  snoozeCalls,
  statisticsCalls,
  registryCalls,
];
/** A registry's own calls override its derived calls of the same name. */
const ownCalls = [...Object.keys(transmitterCalls), ...Object.keys(tagCalls)];
const ofRegistries = 4 * registryEntities.length;

test('the contract is whole: 149 calls and four of each registry, each at an address of its own, none hidden by another of its name (CALL-1, CALL-2, CALL-3, CALL-4)', () => {
  expect(callNames.length).toBe(149 + ofRegistries);
  const differing = ownCalls.filter((name) => Object.hasOwn(registryCalls, name));
  expect(differing.toSorted()).toEqual(['deleteTags', 'listTransmitters']);
  const others = ownCalls.filter((name) => !differing.includes(name));
  expect([...groups.flatMap((group) => Object.keys(group)), ...others].toSorted()).toEqual([...callNames].toSorted());
  const addresses = Object.values(contract).map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(new Set(addresses).size).toBe(callNames.length);
});
