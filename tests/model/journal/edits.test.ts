import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { changeItemSchema, type ChangeItem } from '#model/changes/change.ts';
import { contract } from '#model/contract/table.ts';
import * as edits from '#model/journal/edits.ts';
import * as fleetEdits from '#model/journal/fleet-edits.ts';
import { placeReceiver } from '#model/journal/place-edit.ts';
import { snoozeEdits } from '#model/journal/snooze-edits.ts';
import { askedItemSchema } from '#model/changes/asked-item.ts';
import { type Call, fillPath } from '#model/contract/call.ts';
import { receiver, site } from '../../support/fleet-samples.ts';

const rx = receiver({ id: 1, alias: 'North' });
const river = site({ id: 4, alias: 'River' });
const renamed: ChangeItem = {
  kind: 'receiver.renamed',
  id: 1,
  name: 'North',
  before: { alias: 'North' },
  after: { alias: 'Ridge' },
};

const named = [{ rxId: 1, alias: 'North', siteId: 4 }];
const snooze = { until: 1_900_000_000_000, untilText: '2030-03-17 18:46 UTC', isFinal: false };

const undone = { epoch: 'one', revision: 3, items: [renamed] };
/** An edit for each call: a missing one does not compile. */
const samples: { [Call in edits.Edit['call']]: edits.Edit | undefined } = {
  renameReceiver: edits.renameReceiver('demo', rx, 'Ridge'),
  setReceiverEnabled: edits.setReceiverEnabled('demo', rx, false),
  setReceiverIp: fleetEdits.setReceiverIp('demo', rx, '10.0.0.9'),
  setReceiverPort: fleetEdits.setReceiverPort('demo', rx, 8001),
  recolourReceiver: fleetEdits.recolourReceiver('demo', rx, '#00ff00'),
  moveReceiver: fleetEdits.moveReceiver('demo', rx, river),
  createSite: fleetEdits.createSite('demo', 'Creek'),
  renameSite: edits.renameSite('demo', river, 'Creek'),
  recolourSite: fleetEdits.recolourSite('demo', river, '#00ff00'),
  setSitePointStyle: fleetEdits.setSitePointStyle('demo', river, 'circle'),
  deleteSite: fleetEdits.deleteSite('demo', river),
  undoChange: edits.undoChange('demo', undone, 'undo'),
  setReceiverLocation: placeReceiver('demo', rx, { latitude: 45.1, longitude: -113.9 }, 'corrected'),
  snoozeReceivers: snoozeEdits('demo', named, snooze)[0],
  unsnoozeReceivers: snoozeEdits('demo', named, { ...snooze, until: null })[0],
};

describe('every edit', () => {
  test.each(Object.entries(samples) as [edits.Edit['call'], edits.Edit][])(
    '%s asks what its call takes, and shows items that are known',
    (call, edit) => {
      expect(edit.call).toBe(call);
      const definition: Call = contract[call];
      expect(definition.changes, 'it takes an operation id').toBe(true);
      expect(fillPath(definition.path, edit.request.params)).not.toContain('{');
      if (definition.body !== undefined)
        expect(v.safeParse(definition.body, 'body' in edit.request ? edit.request.body : {}).issues).toBeUndefined();
      if (definition.query !== undefined)
        expect(v.safeParse(definition.query, 'query' in edit.request ? edit.request.query : {}).issues).toBeUndefined();
      for (const item of edit.items) expect(v.safeParse(askedItemSchema, item).issues).toBeUndefined();
    },
  );
});

test('edits of one field stand in one queue, those of another in theirs (CHG-15)', () => {
  const known = Object.values(samples) as edits.Edit[];
  const keys = known.filter(({ call }) => call !== 'unsnoozeReceivers').map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(edits.renameReceiver('demo', rx, 'Creek').key).toBe(known[0]?.key);
  expect(new Set(known.slice(-2).map(({ key }) => key)), 'a snooze is set or ended').toEqual(new Set(['snoozes']));
});

test('an edit concerns its thing, and of that the field it sets', () => {
  const edit = edits.renameReceiver('demo', rx, 'Ridge');
  expect([
    edits.concerns(edit, 'receiver', 1),
    edits.concerns(edit, 'receiver', 1, 'alias'),
    edits.concerns(edit, 'receiver', 1, 'color'),
    edits.concerns(edit, 'receiver', 2),
    edits.concerns(edit, 'site', 1),
  ]).toEqual([true, true, false, false, false]);
});

test('an undo shows what stood there before', () => {
  expect(
    edits.undoChange('demo', { epoch: 'one', revision: 3, items: [v.parse(changeItemSchema, renamed)] }, 'undo').items,
  ).toEqual([{ kind: 'receiver.renamed', id: 1, after: { alias: 'North' } }]);
});

test.each([
  ['10.0.0.9', 'North has the IP address 10.0.0.9'],
  ['', 'North has no IP address'],
])('the IP address %j is said to be set in words (RX-4)', (ip, text) => {
  expect(fleetEdits.setReceiverIp('demo', rx, ip).doneText).toBe(text);
});

test('marking alarms as seen is no change of a system (CHG-26)', () => {
  for (const edit of [edits.markSeen('demo', { from: 3, to: 5 }), edits.markUnseen('demo', { from: 3, to: 5 })]) {
    expect(edits.isSystemEdit(edit)).toBe(false);
    expect(v.safeParse(contract.setLastSeen.body, edit.request.body).issues).toBeUndefined();
  }
});

test.each([
  ['as it was asked', { lastSeenAlarmId: 5, lastSeenVersion: 2 }, { lastSeenAlarmId: 5, before: 3, version: 2 }],
  ['that another page has passed', { lastSeenAlarmId: 8, lastSeenVersion: 4 }, { lastSeenAlarmId: 8, before: null, version: 4 }],
  ['that is not kept', { lastSeenAlarmId: null, lastSeenVersion: null }, { lastSeenAlarmId: 5, before: null, version: null }],
])('a mark %s (ALM-25)', (_, answer, expected) => {
  const { proposal } = edits.markSeen('demo', { from: 3, to: 5 });
  expect(edits.confirmedMark(proposal, answer)).toEqual({ type: 'alarms.seen', takenBack: false, ...expected });
});
