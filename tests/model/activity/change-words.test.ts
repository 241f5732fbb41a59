import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type Change, type ChangeItem, changeItemSchema } from '#model/changes/change.ts';
import { type ChangeKind, changeKindNames, changeKinds } from '#model/changes/change-kinds.ts';
import { isRegistryEntity, type RegistryEntity } from '#model/registry/registries.ts';
import { type Announced, announcedFields, deletedFields } from '#model/entities/retention.ts';
import { authorText, changeText, itemText } from '#model/activity/change-words.ts';

const siteName = (id: number): string | undefined => ({ 3: 'North Spit', 4: 'South Creek' })[id];

const receiver = {
  SiteId: 3,
  alias: 'Crest',
  model: 0,
  ipAddress: '10.0.0.1',
  portNumber: 20_001,
  enabled: true,
  color: '#d1495b',
  latitude: null,
  longitude: null,
};
const site = { alias: 'North Spit', color: '#2f7fd1', pointStyle: 'circle' };
const invitation = { email: 'crest@example.org', RoleId: 4, expiresAt: 1_700_000_000_000 };
const layer = { name: 'Crest', color: '#2f7fd1', shown: true, place: 0, content: 'f00d' };

type OtherKind = Exclude<ChangeKind, `${RegistryEntity}.${string}`>;
const kinds = changeKindNames.filter((kind): kind is OtherKind => !isRegistryEntity(changeKinds[kind].entity));

const announced = (deletion: Announced | null) => announcedFields('contacts', deletion);

/** The item of each kind of change and the text a person reads; registries have their own tests. */
const spoken: { [Name in OtherKind]: [before: unknown, after: unknown, text: string] } = {
  'receiver.created': [null, receiver, 'made the receiver Crest'],
  'receiver.deleted': [receiver, null, 'deleted the receiver Crest'],
  'receiver.retired': [receiver, null, 'retired the receiver Crest'],
  'receiver.restored': [null, receiver, 'restored the receiver Crest'],
  'receiver.renamed': [{ alias: 'RCB-1 Upstream' }, { alias: 'RCB-1 North' }, 'renamed RCB-1 Upstream to RCB-1 North'],
  'receiver.ipChanged': [{ ipAddress: '' }, { ipAddress: '10.0.0.2' }, 'changed the IP address of Crest from – to 10.0.0.2'],
  'receiver.portChanged': [{ portNumber: 20_001 }, { portNumber: 502 }, 'changed the port of Crest from 20001 to 502'],
  'receiver.enabledChanged': [{ enabled: true }, { enabled: false }, 'disabled Crest'],
  'receiver.recoloured': [{ color: '#d1495b' }, { color: '#0b7a75' }, 'changed the colour of Crest from #d1495b to #0b7a75'],
  'receiver.relocated': [
    { latitude: null, longitude: null },
    { latitude: 49.28, longitude: -123.14 },
    'changed the location of Crest from – to (49.2800, −123.1400)',
  ],
  'receiver.moved': [{ SiteId: 3 }, { SiteId: null }, 'moved Crest from North Spit to no site'],
  'receiver.modelNamed': [{ model: -1 }, { model: 1 }, 'changed the model of Crest from Unknown to Ares'],
  'receiver.configured': [
    { 'orion.channels.bands.1.baseFrequency': 150 },
    { 'orion.channels.bands.1.baseFrequency': 166.4 },
    'changed the band 2 base frequency of Crest from 150 to 166.4',
  ],
  'receiver.noted': [{ 7: null }, { 7: { time: 1, text: 'New battery', by: null } }, 'wrote a field note of Crest'],
  'receiver.snoozed': [{ snoozeUntil: null }, { snoozeUntil: 1_700_000_000_000 }, 'snoozed Crest'],
  'site.created': [null, site, 'made the site Crest'],
  'site.deleted': [site, null, 'deleted the site Crest'],
  'site.renamed': [{ alias: 'North Spit' }, { alias: 'Spit' }, 'renamed North Spit to Spit'],
  'site.recoloured': [{ color: '#2f7fd1' }, { color: '#b5539c' }, 'changed the colour of Crest from #2f7fd1 to #b5539c'],
  'site.pointStyleChanged': [
    { pointStyle: 'circle' },
    { pointStyle: 'triangle' },
    'changed the point style of Crest from circle to triangle',
  ],
  'system.renamed': [{ commonName: 'Coast' }, { commonName: 'North Coast' }, 'renamed Coast to North Coast'],
  'system.timezoneChanged': [
    { timezone: 'UTC' },
    { timezone: 'America/Boise' },
    'changed the timezone from UTC to America/Boise',
  ],
  'system.clockSyncIntervalChanged': [
    { clockSyncInterval: 9_000 },
    { clockSyncInterval: 0 },
    'changed the clock sync interval from 15 mins to Never',
  ],
  'system.offlineAlarmChanged': [
    { offlineAlarmMinutes: 5 },
    { offlineAlarmMinutes: 30 },
    'changed the minutes offline before an alarm from 5 to 30',
  ],
  'system.webhookChanged': [{ webhook: 1 }, { webhook: null }, 'changed the webhook'],
  'system.limitChanged': [{ maxReceivers: 100 }, { maxReceivers: 200 }, 'changed the most receivers from 100 to 200'],
  'system.expiryChanged': [{ expiry: null }, { expiry: Date.UTC(2027, 0, 1) }, 'changed the expiry from Never to 2027-01-01'],
  'system.switchedOff': [{ offline: false }, { offline: true }, 'switched off the system'],
  'system.switchedOn': [{ offline: true }, { offline: false }, 'switched on the system'],
  'system.collaboratorsSwitched': [{ collaborators: true }, { collaborators: false }, 'closed the collaborators page'],
  'system.retentionChanged': [
    { contacts: null, changes: 100 },
    { contacts: 365, changes: null },
    'changed how long contacts are kept, from forever to 365 days; changes are kept, from 100 days to 400 days',
  ],
  'system.deletionAnnounced': [
    announced(null),
    announced({ before: Date.UTC(2026, 2), on: Date.UTC(2026, 3, 8, 9), count: 1_234_567, days: 30, setting: 1 }),
    'announced the deletion of contacts before 1 March 2026 (UTC) on 8 April 2026, 09:00 UTC (1,234,567)',
  ],
  'system.deletionMade': [
    deletedFields('contacts', { before: Date.UTC(2026, 2), at: 0, count: 7 }),
    deletedFields('contacts', { before: Date.UTC(2026, 3), at: 0, count: 1_234_567 }),
    'deleted contacts before 1 April 2026 (UTC) (1,234,567), which cannot be undone',
  ],
  'member.added': [null, { username: 'Crest', RoleId: 4 }, 'added Crest as Viewer'],
  'member.removed': [{ username: 'Crest', RoleId: 3 }, null, 'removed Crest (Researcher)'],
  'member.roleChanged': [{ RoleId: 4 }, { RoleId: 2 }, 'changed the role of Crest from Viewer to Administrator'],
  'invitation.sent': [null, invitation, 'invited Crest as Viewer'],
  'invitation.withdrawn': [invitation, null, 'withdrew the invitation of Crest'],
  'invitation.accepted': [invitation, null, 'accepted the invitation of Crest'],
  'invitation.roleChanged': [{ RoleId: 4 }, { RoleId: 2 }, 'changed the role of Crest from Viewer to Administrator'],
  'invitation.renewed': [{ expiresAt: 1 }, { expiresAt: 2 }, 'repeated the invitation of Crest'],
  'layer.added': [null, layer, 'made the layer Crest'],
  'layer.removed': [layer, null, 'deleted the layer Crest'],
  'layer.renamed': [{ name: 'Rivers' }, { name: 'Creeks' }, 'renamed Rivers to Creeks'],
  'layer.recoloured': [{ color: '#d1495b' }, { color: '#0b7a75' }, 'changed the colour of Crest from #d1495b to #0b7a75'],
  'layer.switched': [{ shown: true }, { shown: false }, 'hid Crest'],
  'layer.placed': [{ place: 0 }, { place: 1 }, 'moved the layer Crest'],
};

function itemOf(kind: OtherKind, id = 1): ChangeItem {
  const [before, after] = spoken[kind];
  return v.parse(changeItemSchema, { kind, id, name: 'Crest', before, after });
}

function change(items: Change['items'], but: Partial<Change> = {}): Change {
  return { revision: 7, at: 0, by: { id: 1, name: 'Ada' }, through: 'console', undoes: null, items, ...but };
}

describe('an item in words (CHG-3)', () => {
  test.each(kinds)('%s', (kind) => {
    expect(itemText(itemOf(kind), siteName)).toBe(spoken[kind][2]);
  });

  test('a site that is not known any more is told by its number, a role and an interval likewise', () => {
    const moved = v.parse(changeItemSchema, {
      kind: 'receiver.moved',
      id: 1,
      name: 'Crest',
      before: { SiteId: 9 },
      after: { SiteId: 4 },
    });
    expect(itemText(moved, siteName)).toBe('moved Crest from site 9 to South Creek');
    const member = { kind: 'member.roleChanged', id: 1, name: 'Bo', before: { RoleId: 7 }, after: { RoleId: 9 } };
    expect(itemText(v.parse(changeItemSchema, member), siteName)).toBe('changed the role of Bo from role 7 to role 9');
    const interval = {
      kind: 'system.clockSyncIntervalChanged',
      id: 1,
      name: 'Coast',
      before: { clockSyncInterval: 3_600 },
      after: { clockSyncInterval: 5 },
    };
    expect(itemText(v.parse(changeItemSchema, interval), siteName)).toBe('changed the clock sync interval from Hourly to 5 s');
  });
});

test('a deletion that was called off says which', () => {
  const deletion = { before: Date.UTC(2026, 2), on: 1, count: 1, days: 30, setting: 1 };
  const item = { kind: 'system.deletionAnnounced', id: 1, name: 'Coast', before: announced(deletion), after: announced(null) };
  expect(itemText(v.parse(changeItemSchema, item), siteName)).toBe(
    'called off the deletion of contacts before 1 March 2026 (UTC)',
  );
});

describe('a change in words', () => {
  test.each([
    ['one item', change([itemOf('receiver.renamed')]), 'Ada renamed RCB-1 Upstream to RCB-1 North'],
    [
      'what a simulator made',
      change(
        [
          ...Array.from({ length: 5 }, (_, id) => itemOf('site.created', id + 1)),
          ...Array.from({ length: 12 }, (_, id) => itemOf('receiver.created', id + 1)),
        ],
        { by: null, through: 'simulator' },
      ),
      'The simulator made 12 receivers and 5 sites',
    ],
    [
      'actions of several sorts',
      change([
        itemOf('site.created'),
        itemOf('receiver.enabledChanged'),
        itemOf('receiver.enabledChanged', 2),
        itemOf('receiver.moved'),
      ]),
      'Ada disabled 2 receivers, moved Crest from North Spit to no site and made the site Crest',
    ],
    [
      'an undo',
      change([itemOf('receiver.renamed')], { undoes: 41 }),
      'Ada undid change 41: renamed RCB-1 Upstream to RCB-1 North',
    ],
    ['one too large', change(null, { by: null, through: 'import' }), 'An import changed more than fits here'],
    ['one that is withheld', change([]), 'Ada changed something that your role does not show'],
    [
      'a kind of a newer host',
      change([itemOf('receiver.created'), { kind: 'whale.created', unknown: true }]),
      'Ada made the receiver Crest and changed something that this version of the page does not know',
    ],
  ])('%s', (_, told, text) => {
    expect(changeText(told, siteName)).toBe(text);
  });

  test('several of one kind are counted, whichever it is', () => {
    for (const kind of kinds) {
      const text = changeText(change([itemOf(kind, 1), itemOf(kind, 2)]), siteName);
      expect(text).not.toContain('#');
      if (!kind.startsWith('system.')) expect(text).toMatch(/^Ada .*\b2 (receivers|sites|people|invitations|layers)\b/);
    }
  });

  test.each([
    ['admin', 'The admin command'],
    ['import', 'An import'],
    ['job', 'A job of the host'],
    ['simulator', 'The simulator'],
    ['host', 'The host'],
    ['console', 'Somebody'],
  ] as const)('without a person, by %s: %s', (through, text) => {
    expect(authorText({ by: null, through })).toBe(text);
    expect(authorText({ by: { id: 1, name: 'Ada' }, through })).toBe('Ada');
  });
});
