import { expect, test } from 'vitest';
import { readLayerFile } from '../../../../host/domain/layers/index.ts';
import { fileBytes, riverGeoJson, riverGpx } from '../../../support/layer-files.ts';

/** A file is read apart from all else, within bounds (LAY-4). */

const stays = new AbortController().signal;
const river = { file: fileBytes(riverGeoJson()), fileName: 'a.json' };
const deep = { file: fileBytes(`<kml>${'<a>'.repeat(300_000)}${'</a>'.repeat(300_000)}</kml>`), fileName: 'a.kml' };

test('several at once are read one after the other, each for itself', async () => {
  const files = [river, { file: fileBytes(riverGpx), fileName: 'a.gpx' }, river];
  const read = await Promise.all(files.map((file) => readLayerFile(file, 'river', stays)));
  expect(read.map(({ format, vertices }) => [format, vertices])).toEqual([
    ['geojson', 3],
    ['gpx', 3],
    ['geojson', 3],
  ]);
});

test('what takes too much memory or too long is refused, and the next file is read', async () => {
  const tooMuch = { name: 'LayerRefusal', message: expect.stringMatching(/takes too much to read: simplify it/) as string };
  const outcomes = await Promise.allSettled([
    readLayerFile(deep, 'river', stays, { heapMb: 16, ms: 600_000 }),
    readLayerFile(deep, 'river', stays, { heapMb: 1_024, ms: 1 }),
    readLayerFile(river, 'river', stays),
  ]);
  expect(outcomes).toMatchObject([{ reason: tooMuch }, { reason: tooMuch }, { value: { features: 1 } }]);
});

test('whoever goes away is read for no longer, and keeps nobody waiting', async () => {
  const leaving = new AbortController();
  const left = readLayerFile(deep, 'river', leaving.signal, { heapMb: 1_024, ms: 600_000 });
  const next = readLayerFile(river, 'river', stays);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(next).resolves.toMatchObject({ features: 1 });
  await expect(readLayerFile(river, 'river', leaving.signal)).rejects.toThrow('gone');
});

test('of those who wait, a system that had no turn yet comes before one that sends many files', async () => {
  const leaving = new AbortController();
  const long = { heapMb: 1_024, ms: 600_000 };
  const order: string[] = [];
  const [first, ...others] = Array.from({ length: 3 }, () => {
    const gone = new AbortController();
    const ended = readLayerFile(deep, 'river', AbortSignal.any([gone.signal, leaving.signal]), long);
    return { gone, done: ended.catch(() => undefined).then(() => order.push('river')) };
  });
  const lake = readLayerFile(river, 'lake', stays).then(() => order.push('lake'));
  first?.gone.abort();
  await Promise.race([lake, ...others.map(({ done }) => done)]);
  leaving.abort();
  await Promise.all([lake, ...others.map(({ done }) => done)]);
  expect(order).toEqual(['river', 'lake', 'river', 'river']);
});
