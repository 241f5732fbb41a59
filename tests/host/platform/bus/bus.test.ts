import { expect, test } from 'vitest';
import { createLocalBus } from '../../../../host/platform/bus/bus.ts';

test('a listener that throws is told of, and stops nobody else', () => {
  const errors: unknown[] = [];
  const heard: string[] = [];
  const bus = createLocalBus((error) => errors.push(error));
  bus.subscribe(() => heard.push('first'));
  bus.subscribe(() => {
    throw new Error('broken');
  });
  const leave = bus.subscribe(() => heard.push('last'));
  bus.publish({ kind: 'systemsChanged', mitasIds: [] });
  leave();
  bus.publish({ kind: 'systemsChanged', mitasIds: [] });
  expect(heard).toEqual(['first', 'last', 'first']);
  expect(errors).toEqual([new Error('broken'), new Error('broken')]);
});
