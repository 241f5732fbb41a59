import { expect, test } from 'vitest';
import { closeAll } from '../../host/close-all.ts';

test('all that was started is stopped once, the last first, whichever of them fails (HOST-10)', async () => {
  const stopped: string[] = [];
  const stop = (name: string, error?: Error) => async () => {
    stopped.push(name);
    if (error !== undefined) throw error;
  };
  const started = [stop('database'), stop('fleet', new Error('second')), stop('http', new Error('first')), stop('hub')];
  await expect(closeAll(started)).rejects.toThrow('first');
  expect(stopped).toEqual(['hub', 'http', 'fleet', 'database']);
  await closeAll(started);
  expect(stopped).toHaveLength(4);
});
