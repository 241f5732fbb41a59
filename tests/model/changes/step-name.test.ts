import { describe, expect, test } from 'vitest';
import { changeKindNames } from '#model/changes/change-kinds.ts';
import type { ChangeItem } from '#model/changes/change.ts';
import { namedStep } from '#model/changes/step-name.ts';

const item = (kind: string, before: object | null, after: object | null, name = 'Crest') =>
  ({ kind, id: 1, name, before, after }) as ChangeItem;

const renamed = item('receiver.renamed', { alias: 'Crest' }, { alias: 'Ridge' });
const disabled = item('receiver.enabledChanged', { enabled: true }, { enabled: false });
const moved = (name: string) => item('receiver.moved', { SiteId: 1 }, { SiteId: null }, name);
const deleted = (name: string) => item('receiver.deleted', {}, null, name);

describe('what a step did, as short as a button takes it (CHG-31)', () => {
  test.each<[string, readonly ChangeItem[]]>([
    ['Rename Crest', [renamed]],
    ['Disable Crest', [disabled]],
    ['Move Crest', [moved('Crest')]],
    ['Delete Crest', [deleted('Crest')]],
    ['Delete 2 receivers', [deleted('Crest'), deleted('Gully')]],
    ['Delete Weir and more', [moved('Crest'), moved('Gully'), item('site.deleted', {}, null, 'Weir')]],
    ['End snooze of Crest', [item('receiver.snoozed', { snoozeUntil: 1 }, { snoozeUntil: null })]],
    ['Hide River', [item('layer.switched', { shown: true }, { shown: false }, 'River')]],
    ['Change IP address of Crest', [item('receiver.ipChanged', { ipAddress: '1.1.1.1' }, { ipAddress: '1.1.1.2' })]],
    ['Change point style of Weir', [item('site.pointStyleChanged', { pointStyle: 'rect' }, { pointStyle: 'circle' }, 'Weir')]],
    ['Change Otter', [item('animal.updated', { weight: 1 }, { weight: 2 }, 'Otter')]],
    ['Change role of 2 people', ['Ada', 'Bo'].map((name) => item('member.roleChanged', { RoleId: 3 }, { RoleId: 2 }, name))],
  ])('%s', (expected, items) => {
    expect(namedStep('Undo', items, 'undo')).toBe(`Undo: ${expected}`);
  });

  test.each<[string, readonly ChangeItem[]]>([
    ['Rename Crest', [item('receiver.renamed', { alias: 'Ridge' }, { alias: 'Crest' }, 'Ridge')]],
    ['Disable Crest', [item('receiver.enabledChanged', { enabled: false }, { enabled: true })]],
    ['Create Crest', [deleted('Crest')]],
    ['Retire Crest', [item('receiver.restored', null, {})]],
  ])('%s, of what undid it', (expected, items) => {
    expect(namedStep('Redo', items, 'redo')).toBe(`Redo: ${expected}`);
  });

  test('is behind the word, which is alone where nothing is known of the step', () => {
    expect(namedStep('Redo', [], 'redo')).toBe('Redo');
  });

  test.each(changeKindNames)('%s has words of its own', (kind) => {
    const name = namedStep('Undo', [item(kind, {}, {})], 'undo');
    expect(name).toMatch(/^Undo: [A-Z][a-z]+( [A-Za-z]+)* Crest$/);
    if (!kind.endsWith('.updated') && !kind.startsWith('invitation.')) expect(name).not.toBe('Undo: Change Crest');
  });
});
