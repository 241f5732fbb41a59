import { describe, expect, test } from 'vitest';
import { configFile, readConfigFile } from '#model/receiver-editor/config-file.ts';
import { defaultConfig, withValue } from '#model/config/config.ts';

const config = withValue(withValue(defaultConfig('ares'), 'channels.scanTable', [{ id: 1, content: 150.1 }]), 'general.gain', 4);
const text = (changes: Readonly<Record<string, unknown>> = {}): string => {
  const file = configFile('RCB-1: "North"', 'ares', config);
  return JSON.stringify({ ...(JSON.parse(file.parts.join('')) as object), ...changes });
};

describe('the file of a configuration (CFG-12)', () => {
  test('is named for its receiver and read back as it was', () => {
    expect(configFile('RCB-1: "North"', 'ares', config)).toMatchObject({
      name: 'RCB-1 -North- configuration.json',
      mimeType: 'application/json',
    });
    expect(readConfigFile(text(), 'ares')).toEqual({ ok: true, value: config });
  });

  test.each([
    ['no JSON', '{', 'This file is not a JSON configuration'],
    ['a list', '[]', 'This file is not a JSON configuration'],
    ['another file', '{"contacts": []}', "its 'format' is not 'telemetry-console/receiver-configuration'"],
    ['of a later version', text({ version: 2 }), 'This file is of version 2, but this page reads version 1'],
    ['of another model', text({ family: 'orion' }), 'configuration of an Orion, and this receiver is an Ares'],
    ['without a configuration', text({ configuration: null }), 'correct the file, or export it again'],
    [
      'with a value out of its limits',
      text({ configuration: withValue(config, 'general.gain', 11) }),
      'General: Gain: Between 1 and 10, a whole number: correct the file',
    ],
    [
      'with several such',
      text({ configuration: withValue(withValue(config, 'general.gain', 11), 'channels.scanTable', [{ id: 1, content: 148 }]) }),
      ', and 1 more: correct the file',
    ],
  ])('%s is refused, with what, where and what to do', (_, content, reason) => {
    expect(readConfigFile(content, 'ares')).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  test('what is not of the table is left out', () => {
    expect(readConfigFile(text({ configuration: { ...config, errors: { general: true } } }), 'ares')).toEqual({
      ok: true,
      value: config,
    });
  });
});
