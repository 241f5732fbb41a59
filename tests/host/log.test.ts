import { expect, test } from 'vitest';
import { createLog } from '../../host/log.ts';

test.each(['err', 'error'])('a failure logged as %s says what failed', (name) => {
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  log.error({ [name]: new Error('the disk is full') }, 'a part failed');
  log.info({ [name]: 'only words' }, 'a part failed');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ [name]: { message: 'the disk is full', stack: expect.any(String) } });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ [name]: 'only words' });
});
