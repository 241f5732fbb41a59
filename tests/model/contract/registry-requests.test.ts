import * as v from 'valibot';
import { expect, test } from 'vitest';
import { registryRequests } from '#model/contract/registry-requests.ts';
import { transmitters } from '#model/registry/transmitters/transmitter.ts';
import { registrySamples } from '../../support/screen-facts/registries.ts';

/** How a page requests rows of a registry, as the registry's description defines it (REG-16). */

const asOf = { epoch: 'one', revision: 7 };
const values = { alias: 'Sam' };

test.each([
  ['animal', values, { animalData: values }],
  ['transmitter', { txData: values }, { txData: values }],
  ['tag', { tagData: values }, { tagData: values }],
] as const)('of a %s: a new one, a changed one and those to delete', (entity, created, updated) => {
  const { create, update, remove } = registryRequests(entity);
  expect(create('demo', values).request).toEqual({ params: { mitasId: 'demo' }, body: created });
  expect(update('demo', 5, values, asOf).request).toEqual({ params: { mitasId: 'demo', id: 5 }, body: { ...updated, asOf } });
  expect(update('demo', 5, values, null).request).toMatchObject({ body: updated });
  expect(update('demo', 5, values, null).request).not.toHaveProperty('body.asOf');
  expect(remove('demo', [5, 7]).request).toEqual({ params: { mitasId: 'demo' }, query: { ids: [5, 7] } });
});

test('a list is kept without what only replies say', () => {
  const { row } = registrySamples.transmitter;
  const reply = { asOf, transmitters: [{ ...row, TransmitterModelId: 3 }] };
  expect(registryRequests('transmitter').list.rowsOf(reply)).toEqual({ asOf, rows: [row] });
});

test('of several fields that do not fit, the first as they are documented is named', () => {
  const wrong = { serialNumber: 'TX-0001', TransmitterModelId: 0, protocolId: 18, frequency: 999 };
  const [issue] = v.safeParse(transmitters.written, wrong, { abortEarly: true }).issues ?? [];
  expect(issue?.path?.[0]?.key).toBe('TransmitterModelId');
});
