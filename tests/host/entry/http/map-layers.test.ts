import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { csrfHeader, fileType } from '#model/contract/call.ts';
import type { ReplyOf } from '#model/contract/table.ts';
import { maxLayers } from '#model/entities/map-layer.ts';
import { readLayerFile } from '../../../../host/domain/layers/index.ts';
import { keepFeatures } from '../../../../host/platform/store/fleet/map-layers.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { areaKml, fileBytes, riverGeoJson, riverGpx, slowKml } from '../../../support/layer-files.ts';
import { until } from '../../../support/live-stage.ts';
import { openSession } from '../../../support/open-session.ts';
import type { Answer } from '../../../support/test-browser.ts';

/** The calls of a system's own layers (LAY-1 to LAY-6). */

let stage: ChangeStage;
let ada: Sitter;
let bob: Sitter;
let vera: Sitter;
beforeAll(async () => {
  stage = await changeStage();
  [ada, bob, vera] = [await stage.sit('ada', 2), await stage.sit('bob', 2), await stage.sit('vera', 4)];
});
afterAll(() => stage.close());

type Adding = { name: string; file?: string; fileName?: string; color?: string; operation?: string };
const add = (who: Sitter, { name, file = riverGeoJson(3, name), fileName = 'a.geojson', color = '#2f7fd1', operation }: Adding) =>
  who.call('POST', `/map/layers?${new URLSearchParams({ name, color, fileName })}`, {
    body: fileBytes(file),
    ...(operation === undefined ? {} : { operation }),
  });
const list = async (who: Sitter) => ((await who.call('GET', '/map/layers')).json as ReplyOf<'listMapLayers'>).layers;
const named = async (name: string) => (await list(ada)).find((layer) => layer.name === name);
const replyOf = ({ json }: Answer) => json as { id: number; revision: number; items: { kind: string }[] };
const refusal = ({ status, json }: Answer) => [status, (json as { error: { message: string } }).error.message];
const undo = (who: Sitter, revision: number) => who.call('POST', `/changes/${revision}/undo`);
const content = (id: number, headers: Record<string, string> = {}) =>
  fetch(`${stage.host.url}/api/mitashost/river/map/layers/${id}/content`, { headers });

async function added(name: string, more: Partial<Adding> = {}): Promise<{ id: number; revision: number }> {
  const answer = await add(ada, { name, ...more });
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return replyOf(answer);
}
afterEach(async () => {
  for (const { id } of await list(ada)) await ada.call('DELETE', `/map/layers/${id}`);
});

/** Stores layers with features already read from a file. */
async function planted(names: readonly string[]): Promise<number[]> {
  const { packed, ...content } = await readLayerFile(
    { file: fileBytes(riverGeoJson()), fileName: 'a.json' },
    'river',
    new AbortController().signal,
  );
  const { reply } = await stage.change(async (writer) => {
    const ids: number[] = [];
    for (const [place, name] of names.entries()) {
      const hash = createHash('sha256').update(name).digest('hex');
      await keepFeatures(writer, { ...content, hash, packed: Buffer.from(packed), system_id: 'river' });
      ids.push(await writer.create('layer', { name, place, content: hash }));
    }
    return ids;
  });
  return reply;
}

describe('a layer', () => {
  test('is added by an Administrator, and everybody of the system hears of it and reads it (LAY-1)', async () => {
    const { id, revision } = await added('Rivers', { file: riverGpx, fileName: 'rivers.gpx' });
    const [layer] = await list(vera);
    expect(layer).toMatchObject({
      id,
      name: 'Rivers',
      color: '#2f7fd1',
      shown: true,
      place: 0,
      format: 'gpx',
      features: 2,
      vertices: 3,
    });
    expect(layer?.bounds).toEqual([-113.9, 45, -113.499, 45.1]);
    await until('the change', () => vera.of('changed').some((message) => message.payload.revision === revision));
    const features = await vera.call('GET', `/map/layers/${id}/content`);
    expect(features.headers.get('content-type')).toBe('application/geo+json');
    expect((features.json as { features: unknown[] }).features).toHaveLength(2);
    expect(refusal(await add(vera, { name: 'Mine' }))[0]).toBe(403);
  });

  test('is sent packed, once: who has its features already gets no second copy (LAY-5)', async () => {
    const { id } = await added('Rivers');
    const first = await vera.call('GET', `/map/layers/${id}/content`);
    const etag = first.headers.get('etag') ?? '';
    const again = await vera.call('GET', `/map/layers/${id}/content`, { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([again.status, again.text]).toEqual([304, '']);
    const unpacked = await vera.call('GET', `/map/layers/${id}/content`, { headers: { 'accept-encoding': 'identity' } });
    expect([unpacked.headers.get('content-encoding'), unpacked.text]).toEqual(['identity', first.text]);
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect((await content(id)).status).toBe(401);
  });

  test('is renamed, recoloured, hidden and put above another; each is a change that can be undone (LAY-1)', async () => {
    const [low, high] = [await added('Low'), await added('High')];
    const edits: [
      path: string,
      body: object,
      kind: string,
      field: 'name' | 'color' | 'shown' | 'place',
      before: unknown,
      after: unknown,
    ][] = [
      [`layers/${low.id}/name`, { newName: 'Deep' }, 'layer.renamed', 'name', 'Low', 'Deep'],
      [`layers/${low.id}/color`, { newColor: '#000000' }, 'layer.recoloured', 'color', '#2f7fd1', '#000000'],
      [`layers/${low.id}/shown`, { shown: false }, 'layer.switched', 'shown', true, false],
      ['layer-order', { ids: [high.id, low.id] }, 'layer.placed', 'place', 0, 1],
    ];
    const field = async (name: (typeof edits)[number][3]) => (await list(ada)).find(({ id }) => id === low.id)?.[name];
    for (const [path, body, kind, name, before, after] of edits) {
      const done = replyOf(await ada.call('PATCH', `/map/${path}`, { body }));
      expect([done.items[0]?.kind, await field(name)]).toEqual([kind, after]);
      expect((await undo(ada, done.revision)).status).toBe(200);
      expect(await field(name)).toBe(before);
    }
    expect((await ada.call('PATCH', '/map/layer-order', { body: { ids: [high.id] } })).status).toBe(200);
    expect((await list(ada)).map(({ name }) => name)).toEqual(['High', 'Low']);
    expect((await ada.call('PATCH', '/map/layer-order', { body: { ids: [high.id, 999_999] } })).status).toBe(404);
  });

  test('that was deleted comes back with its features, under its number', async () => {
    const { id } = await added('Rivers');
    const [before] = await list(ada);
    const gone = replyOf(await ada.call('DELETE', `/map/layers/${id}`));
    expect(await list(ada)).toEqual([]);
    expect((await ada.call('GET', `/map/layers/${id}/content`)).status).toBe(404);
    expect((await undo(ada, gone.revision)).status).toBe(200);
    const [after] = await list(ada);
    expect({ ...after, rev: 0 }).toEqual({ ...before, rev: 0 });
    expect((await vera.call('GET', `/map/layers/${id}/content`)).status).toBe(200);
  });

  test('is nobody else’s: another system neither reads nor changes it', async () => {
    const { id } = await added('Rivers');
    const eve = await stage.sit('eve', 1, 'lake');
    expect(await list(eve)).toEqual([]);
    for (const [method, path, body] of [
      ['GET', `/map/layers/${id}/content`],
      ['DELETE', `/map/layers/${id}`],
      ['PATCH', `/map/layers/${id}/name`, { newName: 'Mine' }],
      ['PATCH', '/map/layer-order', { ids: [id] }],
    ] as const)
      expect([method, (await eve.call(method, path, { body })).status]).toEqual([method, 404]);
    expect((await named('Rivers'))?.id).toBe(id);
  });
});

/** Starts uploads of which only the beginning is sent; returns their answers, and how to abort them. */
async function begunFiles(who: Sitter, count: number): Promise<{ answers: Promise<number>[]; giveUp: () => void }> {
  const { host } = stage;
  const { token } = await openSession(host, who.id);
  const csrf = await fetch(`${host.url}/api/public/csrf-token`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const requests = Array.from({ length: count }, (_, i) =>
    request(`${host.url}/api/mitashost/river/map/layers?name=Begun${i}&color=%23000000&fileName=a.json`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        cookie: csrf.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? ''),
        [csrfHeader]: csrfToken,
        'content-type': fileType,
        'content-length': 1_000,
      },
    }),
  );
  return {
    answers: requests.map(
      (each) =>
        new Promise((answered) => {
          each.on('error', () => answered(0)).on('response', ({ statusCode = 0 }) => answered(statusCode));
          each.write('{');
        }),
    ),
    giveUp: () => requests.forEach((each) => each.destroy()),
  };
}

test('an Administrator who sends files without end keeps no place of another system (LAY-4)', async () => {
  const lou = await stage.sit('lou', 2, 'lake');
  const { answers, giveUp } = await begunFiles(bob, 4);
  expect(await Promise.race(answers)).toBe(429);
  expect(refusal(await add(ada, { name: 'Rivers' }))).toEqual([429, expect.stringMatching(/still being read: try again/)]);
  expect((await add(lou, { name: 'Rivers' })).status).toBe(200);
  giveUp();
  expect((await Promise.all(answers)).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 429]);
  const again = async (): Promise<Answer> => {
    const answer = await add(ada, { name: 'Rivers' });
    return answer.status === 429 ? again() : answer;
  };
  expect((await again()).status).toBe(200);
});

describe('what is refused (LAY-3)', () => {
  test.each([
    ['an area that is cut off', areaKml.slice(0, 200), 'a.kml', /not complete KML/],
    ['an XML bomb', '<!DOCTYPE kml [<!ENTITY a "a">]><kml/>', 'a.kml', /has a DOCTYPE/],
    ['metres', '{"type":"Point","coordinates":[271000,4990000]}', 'a.json', /not on Earth/],
    ['no file', '', 'a.json', /./],
  ])('%s changes nothing, and the answer says why', async (_, file, fileName, sentence) => {
    const revision = await stage.revision();
    const [status, message] = refusal(await add(ada, { name: 'Bad', file, fileName }));
    expect([status, message]).toEqual([400, expect.stringMatching(sentence)]);
    expect(await stage.revision()).toBe(revision);
  });

  test('a body that is too large is not read, and files are taken by no other call', async () => {
    const large = await add(ada, { name: 'Large', file: 'x'.repeat(10.5 * 1024 * 1024) });
    expect(refusal(large)).toEqual([413, expect.stringMatching(/has 10\.5 MB; at most 10 are allowed\. Simplify/)]);
    expect((await ada.call('PATCH', '/map/layer-order', { body: fileBytes('[]') })).status).toBe(415);
    expect((await ada.call('POST', '/map/layers?name=a&color=%23000000&fileName=a.json', { body: {} })).status).toBe(400);
  });

  test('a name that another layer has, also of two Administrators at once', async () => {
    const answers = await Promise.all([ada, bob].map((who) => add(who, { name: 'Rivers', file: riverGeoJson(3, who.name) })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(refusal(answers.find(({ status }) => status === 409) as Answer)[1]).toBe('There is a map layer of this name already');
  });

  test(`more than ${maxLayers}, also of two Administrators at once and by an undo (LAY-2)`, async () => {
    const first = await added('Layer 0');
    const gone = replyOf(await ada.call('DELETE', `/map/layers/${first.id}`));
    await planted(Array.from({ length: maxLayers - 1 }, (_, i) => `Layer ${i + 1}`));
    const answers = await Promise.all([ada, bob].map((who) => add(who, { name: who.name })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await list(ada)).toHaveLength(maxLayers);
    expect(refusal(await undo(ada, gone.revision))).toEqual([409, expect.stringMatching(/at most 20 map layers: delete one/)]);
  });
});

test('the same operation twice is one layer (CHG-5)', async () => {
  const operation = 'operation-of-a-layer';
  const [first, second] = [await add(ada, { name: 'Once', operation }), await add(ada, { name: 'Once', operation })];
  expect(second.json).toEqual(first.json);
  expect(await list(ada)).toHaveLength(1);
  expect((await add(ada, { name: 'Once', operation, file: riverGeoJson(4) })).status).toBe(422);
});

test('a repeat is answered by what was done, without reading the file again (CHG-5, LAY-4)', async () => {
  const operation = 'operation-of-a-slow-layer';
  const first = await add(ada, { name: 'Once', operation });
  const leaving = new AbortController();
  const file = { file: fileBytes(slowKml), fileName: 'a.kml' };
  const held = readLayerFile(file, 'lake', leaving.signal, { heapMb: 1_024, cpuMs: 600_000, ms: 600_000 });
  let isHeld = true;
  const ended = held.catch(() => 'left').finally(() => (isHeld = false));
  expect((await add(ada, { name: 'Once', operation })).json).toEqual(first.json);
  expect((await add(ada, { name: 'Once', operation, file: riverGeoJson(4) })).status).toBe(422);
  expect(isHeld).toBe(true);
  leaving.abort(new Error('left'));
  expect(await ended).toBe('left');
});

test('of deleted layers the last twenty can come back; what is older takes no room (LAY-6)', async () => {
  const gone: number[] = [];
  for (let lot = 0; lot < 2; lot++)
    for (const id of await planted(Array.from({ length: 11 }, (_, i) => `Layer ${lot * 11 + i}`)))
      gone.push(replyOf(await ada.call('DELETE', `/map/layers/${id}`)).revision);
  await added('One more');
  expect(refusal(await undo(ada, gone[1] ?? 0))).toEqual([409, expect.stringMatching(/no longer kept: add its file again/)]);
  expect((await undo(ada, gone[2] ?? 0)).status).toBe(200);
  const { rows } = await stage.host.database.pool.query("select from map_layer_contents where system_id = 'river'");
  expect(rows).toHaveLength(21);
});
