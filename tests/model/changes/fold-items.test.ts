import { describe, expect, test } from 'vitest';
import type { AskedItem } from '#model/changes/asked-item.ts';
import { type ChangeKind, changeKinds } from '#model/changes/change-kinds.ts';
import type { ChangeItem } from '#model/changes/change.ts';
import type { HostConfig } from '#model/entities/system.ts';
import type { Fact } from '#model/journal/facts.ts';
import { type ReadModels, foldReadModels, noReadModels } from '#model/journal/read-models/read-models.ts';
import type { RegistryEntity } from '#model/registry/registries.ts';
import { asOf, factSamples, hostConfig } from '../../support/fact-samples.ts';
import { receiver, site } from '../../support/fleet-samples.ts';

const after = (facts: readonly Fact[], from: ReadModels = noReadModels): ReadModels => facts.reduce(foldReadModels, from);
const loaded = after([factSamples['host.configLoaded'], factSamples['fleet.loaded']]);
const standing = (revision: number) => ({ ...asOf, revision, ahead: [] });
const stateOf = (rxId: number, state: number, ts: number): Fact => ({ type: 'receiver.stateChanged', rxId, state, ts });
const fleetOf = (revision: number, but: Parameters<typeof receiver>[0]): Fact => ({
  type: 'fleet.loaded',
  asOf: { ...asOf, revision },
  receivers: [receiver(but)],
  sites: [site()],
});

const receiverFields = {
  SiteId: 1,
  alias: 'South',
  model: 1,
  ipAddress: '10.0.0.2',
  portNumber: 20_002,
  enabled: false,
  color: '#010203',
  latitude: null,
  longitude: null,
};
const unheard = {
  status: -1,
  statusTime: null,
  memoryUsedMb: null,
  memoryTotalMb: null,
  voltage: null,
  firmwareMajor: null,
  firmwareMinor: null,
  firmwarePatch: null,
  infoTime: null,
  heardTime: null,
  uploadsEveryMs: null,
};
const siteFields = { alias: 'Creek', color: '#fedcba', pointStyle: 'star' };
const rev = 11;

/** What a change of each kind sets in `loaded`. */
const kinds: {
  [Kind in Exclude<ChangeKind, `${RegistryEntity}.${string}`>]: [
    id: number,
    after: object | null,
    Partial<ReadModels['fleet']>,
    Partial<HostConfig>?,
  ];
} = {
  'receiver.created': [
    2,
    receiverFields,
    {
      receivers: { 1: receiver(), 2: { id: 2, ...unheard, ...receiverFields, rev } },
      sites: { 1: site({ rxIds: [1, 2] }) },
    },
  ],
  'receiver.deleted': [1, null, { receivers: {}, sites: { 1: site({ rxIds: [] }) } }],
  'receiver.retired': [1, null, { receivers: {}, sites: { 1: site({ rxIds: [] }) } }],
  'receiver.restored': [
    2,
    receiverFields,
    {
      receivers: { 1: receiver(), 2: { id: 2, ...unheard, ...receiverFields, rev } },
      sites: { 1: site({ rxIds: [1, 2] }) },
    },
  ],
  'receiver.renamed': [1, { alias: 'Ridge' }, { receivers: { 1: receiver({ alias: 'Ridge', rev }) } }],
  'receiver.ipChanged': [1, { ipAddress: '10.9.9.9' }, { receivers: { 1: receiver({ ipAddress: '10.9.9.9', rev }) } }],
  'receiver.portChanged': [1, { portNumber: 9 }, { receivers: { 1: receiver({ portNumber: 9, rev }) } }],
  'receiver.enabledChanged': [1, { enabled: false }, { receivers: { 1: receiver({ enabled: false, rev }) } }],
  'receiver.recoloured': [1, { color: '#abcdef' }, { receivers: { 1: receiver({ color: '#abcdef', rev }) } }],
  'receiver.relocated': [
    1,
    { latitude: null, longitude: null },
    { receivers: { 1: receiver({ latitude: null, longitude: null, rev }) } },
  ],
  'receiver.moved': [
    1,
    { SiteId: null },
    { receivers: { 1: receiver({ SiteId: null, rev }) }, sites: { 1: site({ rxIds: [] }) } },
  ],
  'receiver.modelNamed': [1, { model: 1 }, { receivers: { 1: receiver({ model: 1, rev }) } }],
  'receiver.configured': [1, { 'orion.general.squelch': -100 }, { receivers: { 1: receiver({ rev }) } }],
  'receiver.snoozed': [1, { snoozeUntil: 99 }, { receivers: { 1: receiver({ snoozeUntil: 99, rev }) } }],
  'receiver.noted': [1, { 7: { time: 1, text: 'New battery', by: null } }, { receivers: { 1: receiver({ rev }) } }],
  'site.created': [2, siteFields, { sites: { 1: site(), 2: { id: 2, ...siteFields, rxIds: [], rev } } }],
  'site.deleted': [1, null, { sites: {} }],
  'site.renamed': [1, { alias: 'Creek' }, { sites: { 1: site({ alias: 'Creek', rev }) } }],
  'site.recoloured': [1, { color: '#fedcba' }, { sites: { 1: site({ color: '#fedcba', rev }) } }],
  'site.pointStyleChanged': [1, { pointStyle: 'star' }, { sites: { 1: site({ pointStyle: 'star', rev }) } }],
  'system.renamed': [1, { commonName: 'Salmon' }, {}, { commonName: 'Salmon' }],
  'system.timezoneChanged': [1, { timezone: 'UTC' }, {}, { timezone: 'UTC' }],
  'system.clockSyncIntervalChanged': [1, { clockSyncInterval: 60 }, {}, { clockSyncInterval: 60 }],
  'system.webhookChanged': [1, { webhook: 2 }, {}],
  'system.offlineAlarmChanged': [1, { offlineAlarmMinutes: 9 }, {}],
  'system.limitChanged': [1, { maxReceivers: 3 }, {}, { maxReceivers: 3 }],
  'system.expiryChanged': [1, { expiry: 5 }, {}, { expiry: 5 }],
  'system.switchedOff': [1, { offline: true }, {}],
  'system.switchedOn': [1, { offline: false }, {}],
  'system.collaboratorsSwitched': [
    1,
    { collaborators: true },
    {},
    { sidebar: { ...hostConfig.sidebar, enabled: ['collaborators'] } },
  ],
  'system.retentionChanged': [1, { contacts: 365 }, {}],
  'system.deletionAnnounced': [1, { 'contacts.announced.before': 1 }, {}],
  'system.deletionMade': [1, { 'contacts.deleted.before': 1 }, {}],
  'member.added': [7, { username: 'bo', RoleId: 4 }, {}],
  'member.removed': [7, null, {}],
  'member.roleChanged': [7, { RoleId: 3 }, {}],
  'invitation.sent': [9, { email: 'bo@example.org', RoleId: 4, expiresAt: 9 }, {}],
  'invitation.withdrawn': [9, null, {}],
  'invitation.accepted': [9, null, {}],
  'invitation.roleChanged': [9, { RoleId: 3 }, {}],
  'invitation.renewed': [9, { expiresAt: 10 }, {}],
  'layer.added': [1, { name: 'Rivers', color: '#2f7fd1', shown: true, place: 0, content: 'f00d' }, {}],
  'layer.removed': [1, null, {}],
  'layer.renamed': [1, { name: 'Creeks' }, {}],
  'layer.recoloured': [1, { color: '#abcdef' }, {}],
  'layer.switched': [1, { shown: false }, {}],
  'layer.placed': [1, { place: 1 }, {}],
};

/** Returns the fact of a change of one kind; no fold reads its `before`. */
function madeOf(kind: ChangeKind, revision: number, id: number, after: object | null): Fact {
  const item = { kind, id, name: 'It', before: null, after } as ChangeItem;
  const { epoch } = asOf;
  return { type: 'change.made', epoch, revision, at: 1, by: null, through: 'console', undoes: null, items: [item] };
}

describe('the fold of each kind of change (CHG-3)', () => {
  const all = Object.entries(kinds) as [ChangeKind, (typeof kinds)[keyof typeof kinds]][];

  test.each(all)('%s changes what it says, and nothing when it is told again', (kind, [id, after, fleet, config = {}]) => {
    const made = madeOf(kind, rev, id, after);
    const next = foldReadModels(loaded, made);
    expect(next).toEqual({
      ...loaded,
      fleet: { ...loaded.fleet, ...fleet, order: standing(rev) },
      host: { config: { ...hostConfig, ...config }, order: standing(rev) },
    });
    expect(foldReadModels(next, made)).toBe(next);
    expect(foldReadModels(noReadModels, made)).toBe(noReadModels);
  });

  test.each(all)('%s that is only asked for shows the same, under the revision that stands', (kind, [id, after, fleet]) => {
    const asked = foldReadModels(loaded, { type: 'change.asked', items: [{ kind, id, after } as AskedItem] });
    const rows = <Row extends { rev: number }>(of: Record<string, Row>) => Object.values(of).map(({ rev: _rev, ...row }) => row);
    expect(rows(asked.fleet.receivers)).toEqual(rows(fleet.receivers ?? loaded.fleet.receivers));
    expect(rows(asked.fleet.sites)).toEqual(rows(fleet.sites ?? loaded.fleet.sites));
    expect(asked.fleet.order).toBe(loaded.fleet.order);
  });

  test('of a receiver or site that is not there edits nothing', () => {
    const edits = all.filter(([kind]) => changeKinds[kind].sort === 'edited' && !kind.startsWith('system.'));
    for (const [kind, [, after]] of edits) {
      const next = foldReadModels(loaded, madeOf(kind, rev, 99, after));
      expect({ ...next.fleet, order: loaded.fleet.order }).toEqual(loaded.fleet);
    }
  });
});

test('a receiver that comes switched off is disabled, and offline once it is switched on (RX-12)', () => {
  const made = foldReadModels(loaded, madeOf('receiver.created', 11, 2, receiverFields));
  expect(made.fleet.receivers[2]).toMatchObject({ enabled: false, status: -1 });
  const switchedOn = foldReadModels(made, madeOf('receiver.enabledChanged', 12, 2, { enabled: true }));
  expect(switchedOn.fleet.receivers[2]).toMatchObject({ enabled: true, status: 0 });
});

describe('what receivers report (RX-13, RX-21)', () => {
  const info = (ts: number, voltage: number): Fact => ({ ...factSamples['receiver.infoReported'], ts, voltage });

  test('is taken by its own time: a late one never overwrites a newer', () => {
    expect(after([info(5_000, 9.5), info(4_000, 1)], loaded).fleet.receivers[1]).toMatchObject({ voltage: 9.5, infoTime: 5_000 });
    expect(after([info(4_000, 1), info(5_000, 9.5)], loaded).fleet.receivers[1]).toMatchObject({ voltage: 9.5, infoTime: 5_000 });
  });

  test('stays when a list that was read before it arrives after it, and is taken from a list that is too old otherwise', () => {
    const told = after([info(5_000, 9.5), fleetOf(10, {})], loaded);
    expect(told.fleet.receivers[1]).toMatchObject({ voltage: 9.5, infoTime: 5_000 });
    const changed = foldReadModels(loaded, madeOf('receiver.renamed', 11, 1, { alias: 'Ridge' }));
    const late = foldReadModels(changed, fleetOf(10, { status: 0, statusTime: 7_000, voltage: 3, infoTime: 8_000 }));
    expect(late.fleet.receivers[1]).toEqual(
      receiver({ alias: 'Ridge', rev: 11, status: 0, statusTime: 7_000, voltage: 3, infoTime: 8_000 }),
    );
  });

  test('before its receiver is known is shown when a change makes it', () => {
    const next = after([stateOf(2, 4, 500), madeOf('receiver.created', 11, 2, receiverFields)], loaded);
    expect(next.fleet.receivers[2]).toMatchObject({ status: 4, statusTime: 500 });
    expect(next.fleet.early).toEqual({});
  });

  test('stays with a receiver that a list did not know yet', () => {
    const made = [madeOf('receiver.created', 12, 2, receiverFields), stateOf(2, 4, 500)];
    expect(after([...made, fleetOf(11, {})], loaded).fleet.receivers[2]).toMatchObject({ status: 4, statusTime: 500, rev: 12 });
  });
});
