import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { createLog } from '../../../host/platform/log.ts';

test.each(['err', 'error'])('a failure logged as %s says what failed', (name) => {
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  log.error({ [name]: new Error('the disk is full') }, 'a part failed');
  log.info({ [name]: 'only words' }, 'a part failed');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ [name]: { message: 'the disk is full', stack: expect.any(String) } });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ [name]: 'only words' });
});

test.runIf(process.platform === 'linux')('a log that cannot be written, as on a full disk, ends nothing', async () => {
  const logFile = path.join(import.meta.dirname, '../../../host/platform/log.ts');
  const program = `
    const { createLog } = await import(${JSON.stringify(logFile)});
    const log = createLog();
    for (let i = 0; i < 5_000; i += 1) log.info({ filler: 'x'.repeat(1_000) }, 'a line');
    setTimeout(() => process.stderr.write('went on, with ' + Math.round(process.memoryUsage().rss / 1e6) + ' MB'), 50);
  `;
  const full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', full.fd, 'pipe'] });
  await full.close();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const [code] = (await once(child, 'close')) as [number];
  expect([code, said]).toEqual([0, expect.stringMatching(/^went on, with \d+ MB$/)]);
});
