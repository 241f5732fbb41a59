import type { Account } from '#model/entities/account.ts';
import type { AsOf } from '#model/changes/change.ts';
import type { HostConfig, System } from '#model/entities/system.ts';
import type { Fact, FactOf, FactType, ScreenFacts } from '#model/journal/facts.ts';
import { receiver, site } from './fleet-samples.ts';
import { samples as beaconsSamples } from './screen-facts/beacons.ts';

/** The revision of the sample loads. */
export const asOf: AsOf = { epoch: 'founded', revision: 10 };

const email = { emailsEnabled: true, emailAlarms: true, emailReports: false, emailTagSpotted: false };

export const account: Account = {
  id: 7,
  username: 'rachel',
  email: 'rachel@example.org',
  firstName: 'Rachel',
  lastName: 'Lark',
  activated: true,
  createdAt: 1_600_000_000_000,
  lastLogin: null,
  mitasId: 'demo',
  darkMode: true,
  csvForExcel: false,
  timezone: 'America/Boise',
};

export const system: System = {
  id: 1,
  mitasId: 'demo',
  url: 'localhost',
  wsPort: 8081,
  RoleId: 1,
  commonName: 'Demo',
  timezone: 'America/Boise',
  autoTimezone: true,
  source: 'receivers',
  replaySpeed: null,
  clockSyncInterval: 3600,
  lastSeenAlarmId: 3,
  lastSeenVersion: 1,
  email,
  roles: [{ id: 1, name: 'Owner', description: 'Owns the system and everything in it' }],
  demo: true,
};

export const hostConfig: HostConfig = {
  mitasId: 'demo',
  commonName: 'Demo',
  status: 1,
  hostVersion: '1.22.1',
  dbVersion: '18',
  maxReceivers: 50,
  expiry: null,
  clockSyncInterval: 3600,
  ftpsPort: 8990,
  timezone: 'America/Boise',
  autoTimezone: true,
  email,
  sidebar: { disabled: [], hidden: [], enabled: [] },
};

/** The session's own facts, and those of screens that Home needs. */
type Sampled = Exclude<FactType, keyof ScreenFacts> | keyof typeof beaconsSamples;

/**
 * A sample of every fact of the session; a missing one does not compile. Samples of a screen's facts are in
 * screen-facts/, in a file of their own; if one is missing, tests/model/journal/screen-facts.test.ts fails.
 */
export const factSamples: { [Type in Sampled]: FactOf<Type> } = {
  'epoch.began': { type: 'epoch.began', epoch: 'restored' },
  'account.loaded': { type: 'account.loaded', account },
  'account.updated': {
    type: 'account.updated',
    changes: { firstName: 'R', lastName: 'L', username: 'rl', email: 'rl@example.org' },
  },
  'timezone.changed': { type: 'timezone.changed', timezone: 'Europe/Oslo', autoTimezone: false },
  'systems.loaded': { type: 'systems.loaded', systems: [system] },
  'system.selected': { type: 'system.selected', mitasId: 'demo' },
  'host.configLoaded': { type: 'host.configLoaded', asOf, config: hostConfig },
  'fleet.loaded': { type: 'fleet.loaded', asOf, receivers: [receiver()], sites: [site()] },
  'states.loaded': {
    type: 'states.loaded',
    states: [{ rxId: 1, state: 0, ts: 3_000 }],
    initialStates: [{ rxId: 1, state: 2, ts: 2_000 }],
  },
  'receiver.stateChanged': { type: 'receiver.stateChanged', rxId: 1, state: 3, ts: 2_000 },
  'receiver.modelChanged': { type: 'receiver.modelChanged', rxId: 1, model: 1 },
  'receivers.heard': { type: 'receivers.heard', heard: [{ rxId: 1, ts: 4_000, uploadsEveryMs: 86_400_000 }] },
  'receivers.contacted': { type: 'receivers.contacted', newest: [{ rxId: 1, ts: 4_500 }] },
  'receiver.infoReported': {
    type: 'receiver.infoReported',
    ts: 5_000,
    rxId: 1,
    voltage: 9.5,
    memoryUsedMb: 950,
    memoryTotalMb: 1_000,
    firmwareMajor: 2,
    firmwareMinor: 0,
    firmwarePatch: 1,
  },
  'change.made': {
    type: 'change.made',
    epoch: asOf.epoch,
    revision: asOf.revision + 1,
    at: 6_000,
    by: { id: 7, name: 'Rachel Lark' },
    through: 'console',
    undoes: null,
    items: [
      { kind: 'receiver.renamed', id: 1, name: 'North', before: { alias: 'North' }, after: { alias: 'Ridge' } },
      { kind: 'system.renamed', id: 1, name: 'Demo', before: { commonName: 'Demo' }, after: { commonName: 'Salmon' } },
    ],
  },
  'change.asked': { type: 'change.asked', items: [{ kind: 'receiver.renamed', id: 1, after: { alias: 'Creek' } }] },
  'alarms.loaded': {
    type: 'alarms.loaded',
    alarms: [{ id: 9, AlarmCodeId: 4101, alias: 'North', siteName: 'River', FormattedTime: '2024-05-01 10:00:00' }],
  },
  'alarms.seen': { type: 'alarms.seen', lastSeenAlarmId: 9, before: 3, takenBack: false, version: 2 },
  'model.joined': { type: 'model.joined', name: 'beacons' },
  ...beaconsSamples,
};

/** The facts about a screen's read model. */
const ofScreens: readonly FactType[] = ['model.joined', 'beacons.summaryLoaded'];

/** A sample of every fact that a session records on any screen. */
export const allFactSamples: readonly Fact[] = Object.values(factSamples).filter(({ type }) => !ofScreens.includes(type));
