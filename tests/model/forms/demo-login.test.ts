import { expect, test } from 'vitest';
import { demoTiming, demoLoginIn } from '#model/forms/demo-login.ts';

const login = { username: 'demo', password: 'demo-password' };

test('a page of a demo host reads how anybody logs in there from what the host said of it (ACC-35)', () => {
  const [, description = ''] = /^demo;desc="(.*)"$/.exec(demoTiming(login)) ?? [];
  expect(
    demoLoginIn([
      { name: 'socket', description: 'localhost:8081' },
      { name: 'demo', description },
    ]),
  ).toEqual(login);
});

test.each([[undefined], [[]], [[{ name: 'socket', description: 'demo/x' }]], [[{ name: 'demo', description: 'x' }]]])(
  'any other page reads nothing: %j',
  (timings) => {
    expect(demoLoginIn(timings)).toBeNull();
  },
);
