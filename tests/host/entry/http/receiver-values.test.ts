import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Family, defaultConfig, problemsOf, withValue } from '#model/config/config.ts';
import type { ErrorBody } from '#model/contract/failure.ts';
import type { Site } from '#model/entities/site.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { configLimits, crossingBounds, degrees, ipAddresses, ports, receiverNames } from '../../../support/receiver-values.ts';

/** The host accepts and refuses the same receiver values as the forms do, in the same words. */

let stage: ChangeStage;
let ada: Sitter;
let a = 0;
let siteId = 0;
const rxOf: Record<Family, number> = { orion: 0, ares: 0 };
beforeAll(async () => {
  stage = await changeStage();
  ada = await stage.sit('ada', 3);
  [a] = stage.rx;
  [rxOf.orion, rxOf.ares] = stage.rx;
  siteId = ((await ada.call('POST', '/sites', { body: { newSiteName: 'Shore' } })).json as Site).id;
  expect((await ada.call('PUT', `/receivers/${rxOf.ares}`, { body: { rxData: { basic: { model: 1 } } } })).status).toBe(200);
});
afterAll(() => stage.close());

/** Expects a request to succeed, or to be refused with the problem at its field. */
async function expectAnswer(asked: ReturnType<Sitter['call']>, field: string, problem: string | null): Promise<void> {
  const { status, json } = await asked;
  if (problem === null) return expect([status, json]).toEqual([200, json]);
  const { error } = json as ErrorBody;
  expect([status, error]).toEqual([
    400,
    { code: 400, type: 'InvalidRequest', message: `'${field}' in the body: ${problem}`, field },
  ]);
}
const patch = (part: string, body: object) => ada.call('PATCH', `/receivers/${a}/${part}`, { body });
const put = (rxId: number, rxData: object) => ada.call('PUT', `/receivers/${rxId}`, { body: { rxData } });
/** Creates a receiver, and deletes it again if that succeeded. */
const create = async (basic: object) => {
  const made = await ada.call('POST', '/receivers', { body: { siteId, newRx: { basic } } });
  if (made.status === 200) await ada.call('DELETE', `/receivers/${(made.json as { rxData: { id: number } }).rxData.id}`);
  return made;
};

const createSite = async (newSiteName: string) => {
  const made = await ada.call('POST', '/sites', { body: { newSiteName } });
  if (made.status === 200) await ada.call('DELETE', `/sites?siteId=${(made.json as Site).id}`);
  return made;
};
const renameSite = (newName: string) => ada.call('PATCH', `/sites/${siteId}/name`, { body: { newName } });

describe('a name, of a receiver and of a site (RX-3, SITE-2)', () => {
  test.each(receiverNames)('%j', async (name, problem) => {
    await expectAnswer(create({ alias: name }), 'newRx.basic.alias', problem);
    await expectAnswer(createSite(name), 'newSiteName', problem);
    await expectAnswer(patch('name', { oldName: '', newName: name }), 'newName', problem);
    await expectAnswer(put(a, { basic: { alias: name } }), 'rxData.basic.alias', problem);
    await expectAnswer(renameSite(name), 'newName', problem);
    await put(a, { basic: { alias: 'A' } });
    await renameSite('Shore');
  });
});

describe('an address (RX-4, RX-5)', () => {
  test.each(ipAddresses)('IP %j', async (ip, problem) => {
    await expectAnswer(patch('ip', { oldIp: '', newIp: ip }), 'newIp', problem);
    await expectAnswer(put(a, { basic: { ipAddress: ip } }), 'rxData.basic.ipAddress', problem);
    await expectAnswer(create({ alias: 'New', ipAddress: ip }), 'newRx.basic.ipAddress', problem);
  });

  test.each(ports)('port %j', async (port, problem) => {
    await expectAnswer(patch('port', { oldPort: 1, newPort: port }), 'newPort', problem);
    await expectAnswer(put(a, { basic: { portNumber: port } }), 'rxData.basic.portNumber', problem);
    await expectAnswer(create({ alias: 'New', portNumber: port }), 'newRx.basic.portNumber', problem);
  });
});

describe('a place (RX-6, RX-30)', () => {
  test.each(degrees)('%j degrees', async (value, isLatitude, isLongitude) => {
    const answers = [
      await patch('location', { newLat: value, newLon: 1 }),
      await patch('location', { newLat: 1, newLon: value }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([isLatitude ? 200 : 400, isLongitude ? 200 : 400]);
    const fields = answers.map(({ status, json }) => (status === 200 ? null : (json as ErrorBody).error.field));
    expect(fields).toEqual([isLatitude ? null : 'newLat', isLongitude ? null : 'newLon']);
  });

  test.each([
    ['two nulls', { newLat: null, newLon: null }, 200],
    ['no longitude', { newLat: 1, newLon: null }, 400],
    ['no latitude', { newLat: null, newLon: 1 }, 400],
    ['text', { newLat: '1', newLon: '1' }, 400],
    ['0, 0', { newLat: 0, newLon: 0 }, 400],
    ['0, 0 with a sign', { newLat: -0, newLon: 0, as: 'corrected' }, 400],
    ['0, 1', { newLat: 0, newLon: 1 }, 200],
  ])('%s', async (_, body, status) => expect((await patch('location', body)).status).toBe(status));
});

describe('a configuration (CFG-1, CFG-2, CFG-3)', () => {
  for (const [family, path, inside, outside] of configLimits) {
    const save = (config: unknown) => put(rxOf[family], { basic: {}, [family]: config });
    test.each(inside)(`${family} ${path} takes %s`, async (value) => {
      await expectAnswer(save(withValue(defaultConfig(family), path, value)), path, null);
    });
    test.each([...outside, '5', null])(`${family} ${path} refuses %s`, async (value) => {
      const config = withValue<unknown>(defaultConfig(family), path, value);
      const problem = problemsOf(family, config).find((one) => one.path === path);
      await expectAnswer(save(config), `rxData.${family}.${path}`, problem?.text ?? 'no problem');
    });
  }

  test.each(crossingBounds)('%s: a minimum above its maximum is refused: %s', async (family, low, high, least, most) => {
    const config = withValue(withValue<unknown>(defaultConfig(family), low, least), high, most);
    const [problem] = problemsOf(family, config);
    await expectAnswer(put(rxOf[family], { basic: {}, [family]: config }), `rxData.${family}`, `${low}: ${problem?.text}`);
  });

  test.each([
    ['orion', 'channels.bands.2.frequencyBins', '1'.repeat(199)],
    ['orion', 'channels.bands.2.frequencyBins', `${'1'.repeat(199)}2`],
    ['ares', 'channels.scanTable', Array.from({ length: 100 }, (_, id) => ({ id, content: 150 }))],
    ['ares', 'filter.codeTable', Array.from({ length: 100 }, (_, id) => ({ id, content: 5 }))],
    ['ares', 'channels.scanTable.0.content', 175],
    ['ares', 'channels.scanTable.0.content', 148],
    ['ares', 'filter.codeTable.0.content', 32_767],
    ['ares', 'filter.codeTable.0.content', -32_768],
  ] as const)('%s %s', async (family, path, value) => {
    const [table] = path.split('.0.content');
    const set = path.endsWith('.content') ? [{ id: 0, content: value }] : value;
    const config = withValue<unknown>(defaultConfig(family), table as string, set);
    const [problem] = problemsOf(family, config);
    expect(problem?.path).toBe(path);
    await expectAnswer(put(rxOf[family], { basic: {}, [family]: config }), `rxData.${family}.${path}`, problem?.text ?? '');
  });
});
