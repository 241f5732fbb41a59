import { Colleague } from './support/colleague.ts';
import { expect, test } from './support/fixtures.ts';
import { MapLayers } from './support/map-layers.ts';
import { MapPage, placeReceivers } from './support/map-page.ts';

/** LAY-9 as most browsers draw it: by WebGL, here in software, which is slow. */
const slowly = { timeout: 90_000 };

test('a layer is drawn, recoloured by a colleague, and taken away when it is deleted', async ({ page, field, operator }) => {
  await placeReceivers(operator, field);
  const map = await MapPage.open(page, field, '?at=45.10000,-113.50000,12');
  const layers = new MapLayers(map);
  await layers.open();
  const weir = JSON.stringify({ type: 'Point', coordinates: [-113.5, 45.1] });
  await layers.add('Weir', { fileName: 'weir.json', text: weir, colour: 'Red' });
  await layers.close();
  await expect(map.drawing).toHaveAttribute('data-drawing', 'webgl');
  await expect.poll(() => map.showsInTheMiddle('#d1495b'), slowly).toBe(true);

  const colleague = await Colleague.open(field.person, field.mitasId);
  const { layers: listed } = await colleague.call<{ layers: { id: number }[] }>('GET', '/map/layers');
  const path = `/map/layers/${listed[0]?.id ?? 0}`;
  await colleague.call('PATCH', `${path}/color`, { newColor: '#7a4bd0' });
  await expect.poll(() => map.showsInTheMiddle('#7a4bd0'), slowly).toBe(true);
  await colleague.call('DELETE', path);
  await expect.poll(() => map.showsInTheMiddle('#7a4bd0'), slowly).toBe(false);
  await colleague.close();
});
