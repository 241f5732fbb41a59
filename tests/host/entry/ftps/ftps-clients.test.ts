import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type FtpsStage,
  FtpsLine,
  hashOfFile,
  loggedInClient,
  openFtpsStage,
  received,
  secureData,
} from '../../../support/ftps-stage.ts';

const big = 'big ü.bin';

/** What well-meaning clients do, by basic-ftp. */
describe('an FTPS client', () => {
  let stage: FtpsStage;
  beforeAll(async () => {
    stage = await openFtpsStage();
  });
  afterAll(() => stage.close());

  const target = (name: string) => path.join(stage.folder, `got-${name}`);

  test.each([
    [true, 'TLSv1.2'],
    [true, 'TLSv1.3'],
    ['implicit', 'TLSv1.2'],
    ['implicit', 'TLSv1.3'],
  ] as const)('lists and downloads, TLS %s with %s (FTPS-2)', async (secure, version) => {
    const client = await loggedInClient(stage, { secure, tls: { minVersion: version, maxVersion: version } });
    expect((await client.list()).map(({ name, size, isFile }) => [name, size, isFile])).toEqual([
      ['a.bin', 3, true],
      [big, 700_000, true],
      ['empty.bin', 0, true],
    ]);
    expect(await client.size(big)).toBe(700_000);
    expect(await client.lastMod('a.bin')).toEqual(new Date('2026-03-04T05:06:07Z'));
    for (const name of stage.hashes.keys()) {
      await client.downloadTo(target(name), name);
      expect(await hashOfFile(target(name))).toBe(stage.hashes.get(name));
    }
    client.close();
  });

  test('lists by LIST, too, where a client knows no MLSD', async () => {
    const client = await loggedInClient(stage);
    client.availableListCommands = ['LIST'];
    expect((await client.list('/')).map(({ name, size }) => [name, size])).toContainEqual([big, 700_000]);
    client.close();
  });

  test.each([1, 65_536, 699_999, 700_000])('goes on with a download at byte %i, equal by hash (FTPS-5)', async (from) => {
    const client = await loggedInClient(stage);
    const whole = target('whole');
    await client.downloadTo(whole, big);
    const part = target(`part-${from}`);
    await writeFile(part, (await readFile(whole)).subarray(0, from));
    const appending = createWriteStream(part, { flags: 'a' });
    await client.downloadTo(appending, big, from);
    expect([(await stat(part)).size, await hashOfFile(part)]).toEqual([700_000, stage.hashes.get(big)]);
    client.close();
  });

  test('is refused with a wrong key, and by the same words with an unknown name (FTPS-1)', async () => {
    await expect(loggedInClient(stage, { password: 'wrong' })).rejects.toThrow('530 The name or the access key is wrong');
    expect(stage.events).toContain('ftps.loginFailed');
  });

  test('downloads 20 times in a row, and four at once', async () => {
    const client = await loggedInClient(stage);
    for (let turn = 0; turn < 20; turn++) await client.downloadTo(target(`row-${turn}`), big);
    for (let turn = 0; turn < 20; turn++) expect(await hashOfFile(target(`row-${turn}`))).toBe(stage.hashes.get(big));
    client.close();
    const fetched = [0, 1, 2, 3].map(async (turn) => {
      const own = await loggedInClient(stage);
      await own.downloadTo(target(`side-${turn}`), big);
      own.close();
      return hashOfFile(target(`side-${turn}`));
    });
    expect(new Set(await Promise.all(fetched))).toEqual(new Set([stage.hashes.get(big)]));
  });

  test('goes on with the session of TLS on its data connections, where it wants to (FTPS-2)', async () => {
    const client = await loggedInClient(stage, { tls: { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } });
    await client.list();
    const reused: boolean[] = [];
    const sink = new Writable({
      write(_chunk, _encoding, done) {
        reused.push((client.ftp.dataSocket as { isSessionReused?: () => boolean }).isSessionReused?.() === true);
        done();
      },
    });
    await client.downloadTo(sink, 'a.bin');
    expect(reused).toEqual([true]);
    client.close();
  });

  test('can write nothing (FTPS-1)', async () => {
    const line = await FtpsLine.loggedIn(stage);
    for (const command of [
      'STOR x',
      'APPE x',
      'STOU',
      'DELE a.bin',
      'MKD x',
      'RMD x',
      'RNFR a.bin',
      'RNTO x',
      'SITE CHMOD 777 a.bin',
    ]) {
      expect([command, await line.ask(command)]).toEqual([command, '550 Read-only']);
    }
    line.destroy();
  });

  test('is answered what it asks besides', async () => {
    const line = await FtpsLine.loggedIn(stage);
    const asked = [
      'SYST',
      'PWD',
      'CWD /',
      'CDUP',
      'TYPE A',
      'TYPE I',
      'MODE S',
      'STRU F',
      'OPTS UTF8 ON',
      'NOOP',
      'STAT',
      'ABOR',
    ];
    const codes: string[] = [];
    for (const command of asked) codes.push((await line.ask(command)).slice(0, 3));
    expect(codes).toEqual(['215', '257', '250', '250', '200', '200', '200', '200', '200', '200', '211', '226']);
    expect(await line.ask('MLST a.bin')).toBe('250-Facts\r\n type=file;size=3;modify=20260304050607;perm=r; /a.bin\r\n250 End');
    expect(await line.ask('FEAT')).toContain('\r\n REST STREAM\r\n');
    expect(await line.ask('QUIT')).toBe('221 Goodbye');
    expect(await line.rest()).toBe('');
  });

  test('breaks off by ABOR with the signals of Telnet before it, and goes on (FTPS-5)', async () => {
    const line = await FtpsLine.loggedIn(stage);
    await line.data();
    expect(await line.ask(`RETR ${big}`)).toBe('150 Here it comes');
    line.write(Buffer.from('\xff\xf4\xff\xf2ABOR\r\n', 'latin1'));
    expect([await line.answer(), await line.answer()]).toEqual([
      expect.stringContaining('426 '),
      '226 Nothing is being sent now',
    ]);
    const raw = await line.data();
    line.write('RETR a.bin\r\n');
    expect(await received(raw, stage.cert)).toHaveLength(3);
    line.destroy();
  });

  test('whose key is revoked loses what is being sent, at once (FTPS-1)', async () => {
    const own = await openFtpsStage({ files: { 'huge.bin': 30_000_000 } });
    const line = await FtpsLine.loggedIn(own);
    const raw = await line.data();
    line.write('RETR huge.bin\r\n');
    const data = secureData(raw, own.cert);
    let bytes = 0;
    data.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await once(data, 'data');
    own.revoke();
    await once(data, 'close');
    expect(bytes).toBeLessThan(30_000_000);
    expect(await line.answer()).toBe('150 Here it comes');
    expect(await line.rest()).toContain('421 The access key was revoked');
    await own.close();
  });

  test('whose key ends by itself is hung up on, too (FTPS-1)', async () => {
    const own = await openFtpsStage({ limits: { recheckMs: 50 } });
    const line = await FtpsLine.loggedIn(own);
    own.expire();
    expect(await line.rest()).toBe('421 The access key is no longer valid, or its system is offline');
    await own.close();
  });

  test('whose system goes offline is hung up on at once, and let in again when it is back (FTPS-1)', async () => {
    const own = await openFtpsStage();
    const line = await FtpsLine.loggedIn(own);
    own.doubt();
    expect(await line.ask('NOOP'), 'nothing has changed').toBe('200 Yes');
    own.expire();
    own.doubt();
    expect(await line.rest()).toContain('or its system is offline');
    (await FtpsLine.loggedIn(own)).destroy();
    await own.close();
  });

  test('whose data connection came long before its command is served (FTPS-6)', async () => {
    const own = await openFtpsStage({ limits: { dataWaitMs: 200 } });
    const line = await FtpsLine.loggedIn(own);
    const raw = await line.data();
    let isClosed = false;
    raw.once('close', () => (isClosed = true));
    for (const begun = performance.now(); performance.now() - begun < 500;) await line.ask('NOOP');
    expect(isClosed).toBe(false);
    line.write('RETR a.bin\r\n');
    expect(await received(raw, own.cert)).toHaveLength(3);
    line.destroy();
    await own.close();
  });

  test('whose data connection broke before its command loses its turn at once (FTPS-6)', async () => {
    const own = await openFtpsStage({ limits: { dataWaitMs: 600_000 } });
    const line = await FtpsLine.loggedIn(own);
    const raw = await line.data();
    raw.resetAndDestroy();
    await once(raw, 'close');
    await line.ask('NOOP');
    expect(await line.ask('RETR a.bin')).toBe('150 Here it comes');
    expect(await line.answer()).toMatch(/^426 /);
    line.destroy();
    await own.close();
  });

  test('that is logged in when the host stops gets what is being sent, and is hung up on after it (FTPS-6)', async () => {
    const own = await openFtpsStage({ files: { 'some.bin': 3_000_000 } });
    const [idle, busy] = [await FtpsLine.loggedIn(own), await FtpsLine.loggedIn(own)];
    const raw = await busy.data();
    expect(await busy.ask('RETR some.bin')).toBe('150 Here it comes');
    const closed = own.server.close(20_000);
    expect(await idle.rest()).toBe('421 The host is stopping');
    expect(await received(raw, own.cert)).toHaveLength(3_000_000);
    expect(await busy.rest()).toBe('226 All was sent\r\n421 The host is stopping');
    await closed;
    expect(own.server.connections).toBe(0);
    await own.close();
  });
});
