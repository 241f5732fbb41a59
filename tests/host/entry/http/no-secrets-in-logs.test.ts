import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../../host/platform/log.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.close());

test('no password, token or cookie reaches the log, at any level, whatever goes wrong (HOST-8)', async () => {
  const id = await addPerson(host, 'ann');
  await addSystem(host, 'own', [[id, 1]]);
  const browser = host.browser();
  const secrets = [testPassword, 'a-wrong-guess', 'token-in-a-query'];
  await browser.send('POST', '/api/public/login', { body: { username: 'ann', password: 'a-wrong-guess' } });
  await browser.send('POST', '/api/public/login', { body: `{"username":"ann","password":"a-wrong-guess"` });
  await browser.send('POST', '/api/public/login', { body: { username: 'ann', password: 'a-wrong-guess' }, csrf: 'none' });
  const token = await browser.logIn('ann', testPassword);
  secrets.push(token, browser.cookie('refresh') ?? '', browser.cookie('csrf') ?? '', await browser.csrfToken());
  await browser.send('GET', '/unsubscribe?token=token-in-a-query', { token });
  await browser.send('GET', '/api/nope?token=token-in-a-query', { token });
  await host.database.pool.query('alter table alarms rename to gone');
  await browser.send('GET', '/api/mitashost/own/alarms?from=1', { token });
  await host.database.pool.query('alter table gone rename to alarms');
  await browser.send('GET', '/api/public/access-token');
  secrets.push(browser.cookie('refresh') ?? '');
  await browser.send('PATCH', '/api/public/logout', { token });
  await browser.send('GET', '/api/app/client/account', { token });

  const logged = host.logged();
  expect(logged).toContain('"path":"/api/public/login"');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(logged).not.toContain(secret);
    expect(logged).not.toContain(encodeURIComponent(secret));
  }
});

test('a record that carries a secret by mistake loses it (JRN-5)', () => {
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const secret = 'hunter2-hunter2';
  log.info(
    {
      password: secret,
      body: { password: secret, newPass: secret },
      user: { id: 1, password_hash: secret },
      person: { passwordHash: secret },
      req: { headers: { authorization: secret, cookie: secret } },
    },
    'x',
  );
  log.info({ accessToken: secret, deep: { databaseUrl: secret, token: secret, headers: { 'x-csrf-token': secret } } }, 'x');
  expect(lines.join('')).not.toContain(secret);
  expect(lines.join('').match(/\[secret\]/g)?.length).toBe(11);
});
