import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMapStyle } from '../../../../host/domain/base-map/index.ts';
import { stylePlaces } from '../../../../host/domain/base-map/style-places.ts';
import { startTestHost } from '../../../support/test-host.ts';
import { logLines } from '../../../support/live-stage.ts';

/** The style of MAP_STYLE_URL, read from a real server (LAY-8). */

const empty = { version: 8, sources: {}, layers: [] };
const manyTiles = Array.from({ length: 40 }, (_, i) => `https://t${i}.example.org/{z}/{x}/{y}.png`);

const servers: Server[] = [];
let url: string;
let answers: Record<string, unknown>;
const asked: string[] = [];

/** Serves the answers of `answers` by path; a `location` redirects, and null never answers. */
async function serve(): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    if (answer === null) return;
    const location = answer instanceof URL ? { location: answer.href } : {};
    const status = answer === undefined ? 404 : answer instanceof URL ? 302 : 200;
    const packed = answer instanceof Buffer ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(status, { 'content-type': 'application/json', ...location, ...packed });
    response.end(typeof answer === 'string' || answer instanceof Buffer ? answer : JSON.stringify(answer ?? {}));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  asked.length = 0;
  url = await serve();
  answers = {
    '/style.json': {
      version: 8,
      sprite: [{ id: 'default', url: 'https://sprites.example.org/a' }],
      glyphs: 'https://fonts.example.org/{fontstack}/{range}.pbf',
      sources: {
        near: { type: 'vector', url: 'tiles.json' },
        packed: { type: 'vector', url: 'pmtiles://https://packed.example.org/a.pmtiles' },
        rivers: { type: 'geojson', data: 'https://data.example.org/rivers.json' },
        drawn: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
        aerial: { type: 'raster', tiles: ['https://b.example.org/{z}/{x}/{y}.png', 'https://a.example.org/{z}/{x}/{y}.png'] },
        odd: { type: 'vector', url: 'mapbox://x' },
        photo: { type: 'image', url: 'https://photos.example.org/a.jpg' },
        all: { type: 'raster', tiles: ['https://*/{z}.png', 'https://x;script-src-elem/{z}.png', 'https://x,y/{z}.png'] },
      },
      layers: [],
    },
    '/tiles.json': { tiles: ['https://tiles.example.org/{z}/{x}/{y}.mvt', 'javascript:alert(1)'] },
  };
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

test('the policy lets in its origins, of all that it names, and no other', async () => {
  const host = await startTestHost({ mapStyleUrl: `${url}/style.json` });
  const origins = [
    url,
    ...['a', 'b', 'data', 'fonts', 'packed', 'photos', 'sprites', 'tiles'].map((name) => `https://${name}.example.org`),
  ];
  const policy = async () => (await fetch(`${host.url}/api/health`)).headers.get('content-security-policy') ?? '';
  await expect.poll(policy, { timeout: 10_000 }).toContain('tiles.example.org');
  const [images, connections] = [/img-src ([^;]*)/, /connect-src ([^;]*)/];
  expect(images.exec(await policy())?.[1]).toBe(`'self' data: blob: ${origins.join(' ')}`);
  expect(connections.exec(await policy())?.[1]).toBe(`'self' ws://127.0.0.1:8081 ${origins.join(' ')}`);
  expect(await policy()).toMatch(/script-src 'self';/);
  await host.close();
});

test.each([
  ['is not there', undefined, /127\.0\.0\.1:\d+ answered 404/],
  ['is no JSON', 'x', /sends no JSON/],
  ['is no style', { version: 8 }, /not a style of version 8/],
  ['names too many servers', { version: 8, sources: { many: { tiles: manyTiles } } }, /names 41 servers, and at most 30/],
  [
    'has too many sources',
    { version: 8, sources: Object.fromEntries(manyTiles.concat(manyTiles.map((one) => `${one}?`)).map((one) => [one, {}])) },
    /80 sources; at most 50/,
  ],
  ['leads round and round', 'round', /leads on more than 5 times/],
  ['is too large', `"${'x'.repeat(6 * 1024 * 1024)}"`, /sends more than 5 MB/],
])('one that %s is told in one line, and the map goes without', async (_, answer, reason) => {
  answers['/style.json'] = answer === 'round' ? new URL(`${url}/style.json`) : answer;
  const { log, lines } = logLines();
  const style = openMapStyle({ url: `${url}/style.json`, log });
  expect(await style.ask()).toEqual({ url: null, failed: true });
  expect(style.origins()).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(reason)]);
});

test('one whose server is away is looked for again after a while, and then let in', async () => {
  answers['/style.json'] = undefined;
  let now = 0;
  const style = openMapStyle({ url: `${url}/style.json`, log: logLines().log, now: () => now });
  await style.ask();
  await style.ask();
  expect(asked).toEqual(['/style.json']);
  answers['/style.json'] = { version: 8, sources: {}, layers: [] };
  now = 30_000;
  expect(await style.ask()).toEqual({ url: `${url}/style.json`, failed: false });
  expect([asked.length, style.origins()]).toEqual([2, [url]]);
});

test('every server that it is led over is let in: pages are led over them too', async () => {
  const [first, middle] = [await serve(), await serve()];
  answers['/first'] = new URL(`${middle}/middle`);
  answers['/middle'] = new URL(`${url}/last/style.json`);
  answers['/last/style.json'] = { ...empty, sources: { near: { type: 'vector', url: 'tiles.json' } } };
  answers['/last/tiles.json'] = new URL(`${await serve()}/elsewhere`);
  answers['/elsewhere'] = { tiles: [] };
  const style = openMapStyle({ url: `${first}/first`, log: logLines().log });
  expect(await style.ask()).toEqual({ url: `${first}/first`, failed: false });
  expect(asked).toEqual(['/first', '/middle', '/last/style.json', '/last/tiles.json', '/elsewhere']);
  const all = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(style.origins()).toEqual(all.toSorted());
});

const local = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

test('but for a name with a wildcard, wherever it is led on to', async () => {
  const { port } = new URL(url);
  answers['/first'] = new URL(`http://*.others.example.org:${port}/style.json`);
  answers['/style.json'] = empty;
  const reach = { resolve: local, mayReachInner: () => true };
  const style = openMapStyle({ url: `http://style.example.org:${port}/first`, log: logLines().log, ...reach });
  expect(await style.ask()).toMatchObject({ failed: false });
  expect(style.origins()).toEqual([`http://style.example.org:${port}`]);
});

test.each(['leads on to', 'names a tile set of'])('one that %s an address within is not followed there', async (how) => {
  const { port } = new URL(url);
  const inner = `http://metadata.example.org:${port}/inner`;
  answers['/first'] = how === 'leads on to' ? new URL(inner) : { ...empty, sources: { near: { type: 'vector', url: inner } } };
  answers['/inner'] = { tiles: [] };
  const { log, lines } = logLines();
  const style = openMapStyle({ url: `http://style.example.org:${port}/first`, log, resolve: local });
  expect(await style.ask()).toMatchObject({ failed: true });
  expect(asked).toEqual(['/first']);
  expect(lines).toEqual([expect.stringMatching(/metadata\.example\.org:\d+ lies within a network/)]);
});

test('one that is packed is unpacked', async () => {
  answers['/style.json'] = gzipSync(JSON.stringify(empty));
  const style = openMapStyle({ url: `${url}/style.json`, log: logLines().log });
  expect(await style.ask()).toMatchObject({ failed: false });
});

test.each(['a.pmtiles?key=1', 'area', 'a.pmtiles'])('a packed source is known by how it is asked for: %s', (name) => {
  const sources = { packed: { type: 'vector', url: `pmtiles://https://packed.example.org/${name}` } };
  const style = { ...empty, sources };
  expect(stylePlaces(style, `${url}/style.json`)).toEqual({
    origins: [url, 'https://packed.example.org'].toSorted(),
    tileSets: [],
    sources: 1,
  });
});

test('nobody waits for a server that says nothing', async () => {
  answers['/style.json'] = null;
  const style = openMapStyle({ url: `${url}/style.json`, log: logLines().log, waitMs: 1 });
  expect(await style.ask()).toEqual({ url: null, failed: true });
  expect(asked.length).toBeLessThan(2);
});

test('one that changes is read again, and stands as it was where that fails', async () => {
  let now = 0;
  answers['/style.json'] = empty;
  const { log, lines } = logLines();
  const style = openMapStyle({ url: `${url}/style.json`, log, now: () => now });
  expect(await style.ask()).toMatchObject({ failed: false });
  answers['/style.json'] = { ...empty, glyphs: 'https://fonts.example.org/{fontstack}/{range}.pbf' };
  now = 3_599_999;
  await style.ask();
  expect(style.origins()).toEqual([url]);
  now = 3_600_000;
  await style.ask();
  await expect.poll(() => style.origins()).toEqual([url, 'https://fonts.example.org']);
  answers['/style.json'] = undefined;
  now = 7_200_000;
  expect(await style.ask()).toMatchObject({ failed: false });
  await expect.poll(() => asked.length).toBe(3);
  await expect.poll(() => lines.length).toBe(3);
  expect(style.origins()).toEqual([url, 'https://fonts.example.org']);
});

test('without one nothing is asked for', async () => {
  const style = openMapStyle({ url: undefined, log: logLines().log });
  expect([await style.ask(), style.origins(), asked]).toEqual([{ url: null, failed: false }, [], []]);
});
