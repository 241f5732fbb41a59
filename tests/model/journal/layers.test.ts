import { expect, test } from 'vitest';
import type { ChangeItem } from '#model/changes/change.ts';
import type { Fact } from '#model/journal/facts.ts';
import { layersModel, layersOf } from '#model/journal/screen-models/layers.ts';

/** The layers of the system, as loaded and changed (LAY-1, CHG-12). */

const row = { name: 'Rivers', color: '#2f7fd1', shown: true, place: 0, content: 'f00d' };
const loaded = (revision: number, ids: readonly number[]): Fact => ({
  type: 'layers.loaded',
  asOf: { epoch: 'one', revision },
  rows: ids.map((id) => ({ id, ...row, place: id })),
});
const made = (revision: number, ...items: unknown[]): Fact => ({
  type: 'change.made',
  epoch: 'one',
  revision,
  at: 1_000,
  by: null,
  through: 'console',
  undoes: null,
  items: items as ChangeItem[],
});
const fold = (facts: readonly Fact[]) => layersOf(facts.reduce(layersModel.fold, layersModel.initial));

test('a layer comes, changes and goes as it was changed, from below', () => {
  const created = { kind: 'layer.added', id: 3, name: 'Roads', before: null, after: { ...row, name: 'Roads', place: 3 } };
  const placed = { kind: 'layer.placed', id: 1, name: 'Rivers', before: { place: 1 }, after: { place: 9 } };
  const renamed = { kind: 'layer.renamed', id: 2, name: 'Creeks', before: { name: 'Rivers' }, after: { name: 'Creeks' } };
  const facts = [loaded(1, [1, 2]), made(2, created, placed), made(3, renamed)];
  expect(fold(facts).map(({ id, name }) => [id, name])).toEqual([
    [2, 'Creeks'],
    [3, 'Roads'],
    [1, 'Rivers'],
  ]);
  const removed = { kind: 'layer.removed', id: 2, name: 'Creeks', before: row, after: null };
  expect(fold([...facts, made(4, removed)]).map(({ id }) => id)).toEqual([3, 1]);
});

test('what was changed while a list was on its way is in it, and what is older changes nothing', () => {
  const hidden = { kind: 'layer.switched', id: 1, name: 'Rivers', before: { shown: true }, after: { shown: false } };
  expect(fold([loaded(1, [1]), made(2, hidden), loaded(1, [1])])[0]?.shown).toBe(false);
  expect(fold([loaded(3, [1]), made(3, hidden)])[0]?.shown).toBe(true);
});

test('what is asked for is shown at once, over a list that has come (LAY-13)', () => {
  const returning: Fact = { type: 'change.asked', items: [{ kind: 'layer.added', id: 2, after: { ...row, name: 'Creeks' } }] };
  const leaving: Fact = { type: 'change.asked', items: [{ kind: 'layer.removed', id: 1, after: null }] };
  expect(fold([loaded(1, [1]), returning]).map(({ name }) => name)).toEqual(['Creeks', 'Rivers']);
  expect(fold([loaded(1, [1]), leaving])).toEqual([]);
  expect(fold([returning]), 'one alone would be no list').toEqual([]);
});
