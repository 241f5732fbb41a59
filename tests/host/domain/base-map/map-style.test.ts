import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMapStyle } from '../../../../host/domain/base-map/index.ts';
import { startTestHost } from '../../../support/test-host.ts';
import { logLines } from '../../../support/live-stage.ts';

/** The style of MAP_STYLE_URL, read from a real server (LAY-8). */

const manyTiles = Array.from({ length: 40 }, (_, i) => `https://t${i}.example.org/{z}/{x}/{y}.png`);

let server: Server;
let url: string;
let answers: Record<string, unknown>;
const asked: string[] = [];
beforeEach(async () => {
  asked.length = 0;
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
afterEach(() => new Promise((resolve) => server.close(resolve)));

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
  ['is no style', { version: 8 }, /no style of version 8/],
  ['names too many servers', { version: 8, sources: { many: { tiles: manyTiles } } }, /names 41 servers, and at most 30/],
  ['is too large', `"${'x'.repeat(6 * 1024 * 1024)}"`, /sends more than 5 MB/],
])('one that %s is told in one line, and the map goes without', async (_, answer, reason) => {
  answers['/style.json'] = answer;
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

test('without one nothing is asked for', async () => {
  const style = openMapStyle({ url: undefined, log: logLines().log });
  expect([await style.ask(), style.origins(), asked]).toEqual([{ url: null, failed: false }, [], []]);
});
