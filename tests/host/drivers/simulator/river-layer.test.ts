import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { openSimulation } from '../../../../host/drivers/simulator/open-simulation.ts';
import { change } from '../../../../host/platform/changes/change.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { listMapLayers, packedFeatures } from '../../../../host/platform/store/fleet/map-layers.ts';
import { emptiedDatabase } from '../../../support/emptied-database.ts';
import { planted } from '../../../support/planted.ts';
import { soleHost } from '../../../support/sole-host.ts';

/** LAY-14: a demo's map has the river that its animals swim in. */

const start = Date.UTC(2026, 4, 1, 12);
const emptied = emptiedDatabase();
let database: Database;
beforeEach(async () => {
  database = await emptied();
});

async function simulate(id: string, demo: boolean) {
  await planted(database).insertInto('systems').values({ id, common_name: id, kind: 'simulated', demo }).execute();
  return openSimulation(database, id, 7, start, soleHost);
}
const layers = (id: string) => listMapLayers(database, id);
const reopen = (id: string) => openSimulation(database, id, 7, start + 1_000, soleHost);
const made = () => database.db.selectFrom('changes').select(['system_id', 'through', 'items']).orderBy('revision').execute();

test.each([
  ['demo', 'Kettle River', 9],
  ['river', 'Shuswap River', 4],
])('the map of %s shows the %s, which is a change of its own', async (id, name, bends) => {
  const { world } = await simulate(id, true);
  const [layer, ...others] = await layers(id);
  expect(others).toEqual([]);
  expect(layer).toMatchObject({ name, shown: true, place: 0, format: 'geojson', features: 1, vertices: bends });
  const packed = await packedFeatures(database, id, layer?.content ?? '');
  const { features } = JSON.parse(gunzipSync(packed ?? '').toString()) as { features: unknown[] };
  const { latitude, longitude } = world.river.origin;
  expect(features).toMatchObject([
    { properties: { name }, geometry: { type: 'LineString', coordinates: expect.arrayContaining([[longitude, latitude]]) } },
  ]);
  const last = (await made()).at(-1);
  expect(last).toMatchObject({ system_id: id, through: 'simulator', items: [{ kind: 'layer.added' }] });
});

test('a system that is no demo gets none', async () => {
  await simulate('river', false);
  expect(await layers('river')).toEqual([]);
});

test('a demo of an earlier version gets it once: whoever deleted it does not see it again', async () => {
  await simulate('river', false);
  await planted(database).updateTable('systems').set({ demo: true }).where('id', '=', 'river').execute();
  await reopen('river');
  const [layer] = await layers('river');
  expect(layer?.name).toBe('Shuswap River');
  await reopen('river');
  expect(await layers('river')).toHaveLength(1);
  await change(database, { systemId: 'river', by: null, through: 'admin' }, (writer) => writer.remove('layer', layer?.id ?? 0));
  await reopen('river');
  expect(await layers('river')).toEqual([]);
});
