import { expect, test } from 'vitest';
import { readLayerFile } from '../../../../host/domain/layers/index.ts';
import { deepKml, fileBytes, riverGeoJson, riverGpx } from '../../../support/layer-files.ts';

/** A file is read apart from all else, within bounds (LAY-4). */

const stays = new AbortController().signal;
const river = { file: fileBytes(riverGeoJson()), fileName: 'a.json' };
const deep = { file: fileBytes(deepKml), fileName: 'a.kml' };
const long = { heapMb: 1_024, cpuMs: 600_000, ms: 600_000 };

test('several at once are read one after the other, each for itself', async () => {
  const files = [river, { file: fileBytes(riverGpx), fileName: 'a.gpx' }, river];
  const read = await Promise.all(files.map((file) => readLayerFile(file, 'river', stays)));
  expect(read.map(({ format, vertices }) => [format, vertices])).toEqual([
    ['geojson', 3],
    ['gpx', 3],
    ['geojson', 3],
  ]);
});

test('what takes too much memory or work is refused, and the next file is read', async () => {
  const tooMuch = { name: 'LayerRefusal', message: expect.stringMatching(/takes too much to read: simplify it/) as string };
  const outcomes = await Promise.allSettled([
    readLayerFile(deep, 'river', stays, { ...long, heapMb: 16 }),
    readLayerFile(deep, 'river', stays, { ...long, cpuMs: 1 }),
    readLayerFile(river, 'river', stays),
  ]);
  expect(outcomes).toMatchObject([{ reason: tooMuch }, { reason: tooMuch }, { value: { features: 1 } }]);
});

test('what a busy host did not read in time is not called too much: the same file can be added again', async () => {
  const busy = { status: 503, message: expect.stringMatching(/too busy to read the file now/) as string };
  await expect(readLayerFile(deep, 'river', stays, { ...long, ms: 1 })).rejects.toMatchObject(busy);
  // Nor what had no turn in time, behind others.
  const leaves = new AbortController();
  const before = readLayerFile(deep, 'lake', leaves.signal, long);
  await expect(readLayerFile(deep, 'river', stays, { ...long, ms: 1 })).rejects.toMatchObject(busy);
  leaves.abort(new Error('gone'));
  await expect(before).rejects.toThrow('gone');
});

test('whoever goes away is read for no longer, and keeps nobody waiting', async () => {
  const leaving = new AbortController();
  const left = readLayerFile(deep, 'river', leaving.signal, long);
  const next = readLayerFile(river, 'river', stays);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(next).resolves.toMatchObject({ features: 1 });
  await expect(readLayerFile(river, 'river', leaving.signal)).rejects.toThrow('gone');
});

test('of those who wait, a system that had no turn yet comes before one that sends many files', async () => {
  const leaving = new AbortController();
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
