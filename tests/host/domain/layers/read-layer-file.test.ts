import { expect, test } from 'vitest';
import { readLayerFile } from '../../../../host/domain/layers/index.ts';
import { deepGpx, emptyKml, fileBytes, longGpx, riverGeoJson, riverGpx, slowKml } from '../../../support/layer-files.ts';

/** A file is read in isolation, within bounds (LAY-4). */

const stays = new AbortController().signal;
const river = { file: fileBytes(riverGeoJson()), fileName: 'a.json' };
const slow = { file: fileBytes(slowKml), fileName: 'a.kml' };
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
  const tooMuch = (what: string) => {
    const message = expect.stringMatching(new RegExp(`takes too much ${what} to read\\. Simplify it`)) as string;
    return { reason: { name: 'LayerRefusal', message } };
  };
  const outcomes = await Promise.allSettled([
    readLayerFile(slow, 'river', stays, { ...long, heapMb: 16 }),
    readLayerFile(slow, 'river', stays, { ...long, cpuMs: 1 }),
    readLayerFile(river, 'river', stays),
  ]);
  expect(outcomes).toMatchObject([tooMuch('memory'), tooMuch('work'), { value: { features: 1 } }]);
});

test('a track of 10 MB is read within what a file may take', async () => {
  const long = { file: fileBytes(longGpx()), fileName: 'a.gpx' };
  await expect(readLayerFile(long, 'river', stays)).resolves.toMatchObject({ features: 1, vertices: 98_000 });
});

test.each([
  ['10 MB of elements within each other', deepGpx, 'a.gpx', 64, 'nests elements more than 100 deep'],
  ['800,000 places that lie nowhere', emptyKml, 'a.kml', 128, 'has more than 500,000 elements: leave out what'],
])('%s are refused for what they are, before they take the memory or the time', async (_, text, fileName, heapMb, what) => {
  const read = readLayerFile({ file: fileBytes(text), fileName }, 'river', stays, { heapMb, cpuMs: 10_000, ms: 60_000 });
  await expect(read).rejects.toMatchObject({ name: 'LayerRefusal', message: expect.stringContaining(what) as string });
});

test('what a busy host did not read in time is not called too much: the same file can be added again', async () => {
  const busy = { status: 503, message: expect.stringMatching(/too busy to read the file now/) as string };
  await expect(readLayerFile(slow, 'river', stays, { ...long, ms: 1 })).rejects.toMatchObject(busy);
  // Nor is a file read that got no turn in time behind others.
  const leaves = new AbortController();
  const before = readLayerFile(slow, 'lake', leaves.signal, long);
  await expect(readLayerFile(slow, 'river', stays, { ...long, ms: 1 })).rejects.toMatchObject(busy);
  leaves.abort(new Error('gone'));
  await expect(before).rejects.toThrow('gone');
});

test('whoever goes away is read for no longer, and keeps nobody waiting', async () => {
  const leaving = new AbortController();
  const left = readLayerFile(slow, 'river', leaving.signal, long);
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
    const ended = readLayerFile(slow, 'river', AbortSignal.any([gone.signal, leaving.signal]), long);
    return { gone, done: ended.catch(() => undefined).then(() => order.push('river')) };
  });
  const lake = readLayerFile(river, 'lake', stays).then(() => order.push('lake'));
  first?.gone.abort();
  await Promise.race([lake, ...others.map(({ done }) => done)]);
  leaving.abort();
  await Promise.all([lake, ...others.map(({ done }) => done)]);
  expect(order).toEqual(['river', 'lake', 'river', 'river']);
});
