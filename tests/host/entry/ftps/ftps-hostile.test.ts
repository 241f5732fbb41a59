import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCommand } from '../../../../host/entry/ftps/command-lines.ts';
import { MinuteCounts } from '../../../../host/platform/minute-counts.ts';
import { type FtpsStage, FtpsLine, ftpsKey, ftpsUser, openFtpsStage, received, secureData } from '../../../support/ftps-stage.ts';

const never = 600_000;

/** What hostile clients do. */
describe('a hostile FTPS client', () => {
  let stage: FtpsStage;
  beforeAll(async () => {
    stage = await openFtpsStage();
  });
  afterAll(() => stage.close());

  test('has the host connect to nobody (FTPS-4)', async () => {
    const victim = createServer().listen(0, '127.0.0.1');
    await once(victim, 'listening');
    const { port } = victim.address() as AddressInfo;
    let connected = 0;
    victim.on('connection', () => connected++);
    const line = await FtpsLine.loggedIn(stage);
    expect(await line.ask(`PORT 127,0,0,1,${port >> 8},${port & 255}`)).toMatch(/^502 Use PASV or EPSV/);
    expect(await line.ask(`EPRT |1|127.0.0.1|${port}|`)).toMatch(/^502 Use PASV or EPSV/);
    expect(await line.ask('RETR a.bin')).toBe('425 PASV or EPSV comes first');
    expect(connected).toBe(0);
    line.destroy();
    victim.close();
  });

  test.each([
    '../a.bin',
    '..',
    '/../a.bin',
    './../a.bin',
    '/etc/passwd',
    '//etc/passwd',
    'a.bin/',
    'x/../a.bin',
    '..\\a.bin',
    'C:\\a.bin',
    '%2e%2e/a.bin',
    '',
  ])('gets no file by %j (FTPS-5)', async (name) => {
    const line = await FtpsLine.loggedIn(stage);
    await line.data();
    for (const verb of ['RETR', 'SIZE', 'MDTM'])
      expect([verb, await line.ask(`${verb} ${name}`)]).toEqual([verb, '550 No such file']);
    line.destroy();
  });

  test.each(['..', '/..', 'x', '/etc'])('is led to no folder by %j (FTPS-5)', async (folder) => {
    const line = await FtpsLine.loggedIn(stage);
    expect(await line.ask(`CWD ${folder}`)).toBe('550 There is one folder only: /');
    expect(await line.ask('PWD')).toBe('257 "/" is the only folder');
    line.destroy();
  });

  test('gets nothing by a link, a folder or a device that stands where a file was (FTPS-5)', async () => {
    const own = await openFtpsStage();
    const at = (name: string) => path.join(own.folder, name);
    await writeFile(at('secret'), 'secret');
    await symlink(at('secret'), at('link'));
    const modifiedAt = new Date();
    own.offer({ name: 'link', size: 6, modifiedAt }, at('link'));
    own.offer({ name: 'folder', size: 6, modifiedAt }, own.folder);
    own.offer({ name: 'device', size: 6, modifiedAt }, '/dev/zero');
    own.offer({ name: 'gone', size: 6, modifiedAt }, at('gone'));
    const line = await FtpsLine.loggedIn(own);
    for (const name of ['link', 'folder', 'device', 'gone'])
      expect([name, await line.ask(`RETR ${name}`)]).toEqual([name, '550 No such file']);
    line.destroy();
    await own.close();
  });

  test('sees no name that breaks a list into other lines, or leads elsewhere (FTPS-5)', async () => {
    const own = await openFtpsStage({ files: { 'a.bin': 3 } });
    for (const name of ['x\r\ntype=file; y', '../up', 'a\\b', '..', '.', '', 'nul\0']) {
      own.offer({ name, size: 1, modifiedAt: new Date() }, own.folder);
    }
    const line = await FtpsLine.loggedIn(own);
    const raw = await line.data();
    line.write('NLST\r\n');
    expect((await received(raw, own.cert)).toString()).toBe('a.bin\r\n');
    line.destroy();
    await own.close();
  });

  test.each([
    ['a NUL', Buffer.from('RETR a.bin\0.txt\r\n')],
    ['an escape', Buffer.from('RETR \x1b[2J\r\n')],
    ['a carriage return in the middle', Buffer.from('RETR a\rDELE b\r\n')],
    ['no UTF-8', Buffer.from('RETR \xc3\x28\r\n', 'latin1')],
  ])('is refused %s in a command (FTPS-5)', async (_, bytes) => {
    const line = await FtpsLine.loggedIn(stage);
    line.write(bytes);
    expect(await line.answer()).toMatch(/^501 /);
    expect(await line.ask('NOOP')).toBe('200 Yes');
    line.destroy();
  });

  test.each([
    ['a command that is too long', 'A'.repeat(2_000), '500 A command is too long'],
    ['one that is too long and whole', `${'A'.repeat(2_000)}\r\n`, '500 A command is too long'],
    ['too many at once', 'NOOP\r\n'.repeat(200), '421 Too many commands at once'],
  ])('is hung up on for %s (FTPS-6)', async (_, text, answer) => {
    const line = await FtpsLine.open(stage.port);
    line.write(text);
    expect(await line.rest()).toContain(answer);
  });

  test('says nothing of itself in clear (FTPS-2)', async () => {
    const line = await FtpsLine.open(stage.port);
    for (const command of [`USER ${ftpsUser}`, `PASS ${ftpsKey}`, 'PBSZ 0', 'PROT P', 'LIST', 'PASV', 'STOR x'])
      expect([command, await line.ask(command)]).toEqual([command, '530 AUTH TLS comes first']);
    expect(await line.ask('AUTH GSSAPI')).toBe('504 Only AUTH TLS');
    expect(await line.ask('FEAT')).toContain('AUTH TLS');
    line.destroy();
  });

  test('who wrote in clear after AUTH TLS is not obeyed within it (FTPS-3)', async () => {
    const before = stage.judged();
    const line = await FtpsLine.open(stage.port);
    line.write(`AUTH TLS\r\nUSER ${ftpsUser}\r\nPASS ${ftpsKey}\r\nNOO`);
    expect(await line.answer()).toBe('234 Now TLS');
    await line.speakTls(stage.cert);
    expect(await line.ask('P')).toBe('530 Log in first');
    expect(await line.ask('PWD')).toBe('530 Log in first');
    expect(stage.judged()).toBe(before);
    line.destroy();
  });

  test('gets no data in clear (FTPS-2)', async () => {
    const line = await FtpsLine.open(stage.port);
    await line.startTls(stage);
    expect(await line.ask('PROT P')).toBe('503 PBSZ 0 comes first');
    for (const command of [`USER ${ftpsUser}`, `PASS ${ftpsKey}`]) await line.ask(command);
    expect(await line.ask('EPSV')).toBe('521 PBSZ 0 and PROT P come first');
    expect(await line.ask('PBSZ 0')).toBe('200 PBSZ=0');
    expect(await line.ask('PROT C')).toMatch(/^534 Only PROT P/);
    expect(await line.ask('PASV')).toBe('521 PBSZ 0 and PROT P come first');
    expect(await line.ask('CCC')).toBe('502 Not known here');
    line.destroy();
  });

  test('does nothing before the login (FTPS-1)', async () => {
    const line = await FtpsLine.open(stage.port);
    await line.startTls(stage);
    for (const command of ['LIST', 'EPSV', 'RETR a.bin', 'PWD', 'STOR x'])
      expect(await line.ask(command)).toBe('530 Log in first');
    expect(await line.ask('PASS x')).toBe('503 USER comes first');
    line.destroy();
  });

  test('cannot take the data of somebody else: another address is hung up on, and the client still served (FTPS-4)', async () => {
    const line = await FtpsLine.loggedIn(stage);
    const port = await line.passivePort();
    const thief = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => undefined);
    await once(thief, 'close');
    expect(stage.events).toContain('ftps.dataRefused');
    const raw = connect({ port, host: '127.0.0.1' });
    await once(raw, 'connect');
    line.write('RETR a.bin\r\n');
    expect(await received(raw, stage.cert)).toHaveLength(3);
    line.destroy();
  });

  test('speaks no TLS before 1.2 (FTPS-2)', async () => {
    const { connect: connectTls } = await import('node:tls');
    const old = connectTls({ port: stage.implicitPort, ca: stage.cert, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
    const [error] = (await once(old, 'error')) as [Error];
    expect(error.message).toMatch(/protocol|version|alert/i);
  });

  test('is hung up on after three wrong keys, and refused for a minute after ten (FTPS-6)', async () => {
    let now = 1_000_000;
    const own = await openFtpsStage({ now: () => now });
    const guess = async (user = ftpsUser, password = 'wrong') => {
      const line = await FtpsLine.open(own.port);
      await line.startTls(own);
      const answers: string[] = [];
      for (let turn = 0; turn < 3 && answers.at(-1) !== '421'; turn++) {
        await line.ask(`USER ${user}`);
        answers.push((await line.ask(`PASS ${password}`)).slice(0, 3));
      }
      line.destroy();
      return answers;
    };
    expect(await guess()).toEqual(['530', '530', '421']);
    expect(await guess()).toEqual(['530', '530', '421']);
    expect(await guess()).toEqual(['530', '530', '421']);
    expect(await guess()).toEqual(['530', '421']);
    expect([own.judged(), own.events.at(-1)]).toEqual([10, 'ftps.slowedDown']);
    expect((await guess('somebody.else'))[0]).toBe('530');
    expect((await guess(ftpsUser, ftpsKey))[0]).toBe('421');
    now += 60_000;
    expect((await guess(ftpsUser, ftpsKey))[0]).toBe('230');
    await own.close();
  });

  test('who floods with logins is not even let connect, until the minute is over (FTPS-6)', async () => {
    let now = 1_000_000;
    const own = await openFtpsStage({ now: () => now, limits: { loginsPerMinute: 5 } });
    for (let turn = 0; turn < 5; turn++) (await FtpsLine.loggedIn(own)).destroy();
    const refused = connect({ port: own.port, host: '127.0.0.1' });
    const [text] = (await once(refused, 'data')) as [Buffer];
    expect(text.toString()).toMatch(/^421 Too many connections/);
    await once(refused, 'close');
    const implicit = connect({ port: own.implicitPort, host: '127.0.0.1' }).on('error', () => undefined);
    await once(implicit, 'close');
    now += 60_000;
    (await FtpsLine.loggedIn(own)).destroy();
    await own.close();
  });

  test('cannot hold all connections, of one address and in all (FTPS-6)', async () => {
    const own = await openFtpsStage({ limits: { connections: 3, connectionsPerAddress: 2 } });
    const held = [await FtpsLine.open(own.port), await FtpsLine.open(own.port)];
    const refusal = async (from: string) => {
      const socket = connect({ port: own.port, host: '127.0.0.1', localAddress: from });
      return String((await once(socket, 'data')) as [Buffer]);
    };
    expect(await refusal('127.0.0.1')).toMatch(/^421 Too many connections/);
    held.push(await FtpsLine.open(own.port, '127.0.0.2'));
    expect(await refusal('127.0.0.3')).toMatch(/^421 Too many connections/);
    held.forEach((line) => line.destroy());
    await expect.poll(() => own.server.connections).toBe(0);
    (await FtpsLine.open(own.port)).destroy();
    await own.close();
  });

  test('that says nothing, from few addresses, keeps nobody out: one has five places before a login (FTPS-6)', async () => {
    const own = await openFtpsStage();
    const silent: FtpsLine[] = [];
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
      for (let turn = 0; turn < 5; turn++) silent.push(await FtpsLine.open(own.port, address));
    const sixth = connect({ port: own.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    expect(String((await once(sixth, 'data')) as [Buffer])).toMatch(/^421 Too many connections/);
    const guest = await FtpsLine.loggedIn(own);
    for (const line of [guest, ...silent]) line.destroy();
    await own.close();
  });

  test('from many addresses leaves places to those from where somebody logged in before (FTPS-6)', async () => {
    const own = await openFtpsStage({ limits: { unknownBeforeLogin: 2, connectionsBeforeLogin: 3 } });
    (await FtpsLine.loggedIn(own)).destroy();
    await expect.poll(() => own.server.connections).toBe(0);
    const silent = [await FtpsLine.open(own.port, '127.0.0.2'), await FtpsLine.open(own.port, '127.0.0.3')];
    const stranger = connect({ port: own.port, host: '127.0.0.1', localAddress: '127.0.0.4' });
    expect(String((await once(stranger, 'data')) as [Buffer])).toMatch(/^421 Too many connections/);
    const known = await FtpsLine.loggedIn(own);
    for (const line of [known, ...silent]) line.destroy();
    await own.close();
  });

  test('who says a name in time may take longer for the key (FTPS-6)', async () => {
    const own = await openFtpsStage({ limits: { nameMs: 5_000 } });
    const named = await FtpsLine.open(own.port);
    await named.startTls(own);
    await named.ask(`USER ${ftpsUser}`);
    // It connected later, so its time ends later.
    const silent = await FtpsLine.open(own.port);
    expect(await silent.rest()).toBe('421 No name in time');
    expect(await named.ask(`PASS ${ftpsKey}`)).toBe('230 Logged in');
    named.destroy();
    await own.close();
  });

  test('leaves a share of the connections to those who are logged in, and has few sessions by one key (FTPS-6)', async () => {
    const own = await openFtpsStage({ limits: { connectionsBeforeLogin: 2, sessionsPerKey: 3 } });
    const inside = [await FtpsLine.loggedIn(own), await FtpsLine.loggedIn(own), await FtpsLine.loggedIn(own)];
    const outside = [await FtpsLine.open(own.port)];
    const fourth = await FtpsLine.open(own.port);
    const refused = connect({ port: own.port, host: '127.0.0.1' });
    expect(String((await once(refused, 'data')) as [Buffer])).toMatch(/^421 Too many connections/);
    await fourth.startTls(own);
    await fourth.ask(`USER ${ftpsUser}`);
    expect(await fourth.ask(`PASS ${ftpsKey}`)).toBe('421 3 sessions of this access key are open: end one first');
    inside.pop()?.destroy();
    await expect.poll(() => own.server.connections).toBe(3);
    inside.push(await FtpsLine.loggedIn(own));
    for (const line of [...inside, ...outside]) line.destroy();
    await own.close();
  });

  test('that is refused gets a reason only while few are: further ones are broken off at once (FTPS-6)', async () => {
    const own = await openFtpsStage({ limits: { connections: 0, refused: 1 } });
    // This connection never ends its own side.
    const held = connect({ port: own.port, host: '127.0.0.1', allowHalfOpen: true });
    expect(String((await once(held, 'data')) as [Buffer])).toMatch(/^421 Too many connections/);
    const next = connect({ port: own.port, host: '127.0.0.1' }).on('error', () => undefined);
    let heard = '';
    next.on('data', (bytes: Buffer) => (heard += bytes.toString()));
    await once(next, 'close');
    expect(heard).toBe('');
    held.destroy();
    await own.close();
  });

  test('who takes nothing of what is sent loses it (FTPS-6)', async () => {
    const own = await openFtpsStage({ files: { 'huge.bin': 30_000_000 }, limits: { idleMs: 1_500 } });
    const line = await FtpsLine.loggedIn(own);
    const raw = await line.data();
    line.write('RETR huge.bin\r\n');
    const data = secureData(raw, own.cert);
    await once(data, 'secureConnect');
    data.pause();
    expect([await line.answer(), await line.answer()]).toEqual(['150 Here it comes', expect.stringContaining('426 ')]);
    line.destroy();
    await own.close();
  });

  test.each([
    ['never connects', (line: FtpsLine) => line.passivePort()],
    ['connects and never speaks TLS', (line: FtpsLine) => line.data()],
  ])('whose data connection %s loses its turn (FTPS-6)', async (_, begin) => {
    const own = await openFtpsStage({ limits: { dataWaitMs: 200 } });
    const line = await FtpsLine.loggedIn(own);
    await begin(line);
    expect(await line.ask('RETR a.bin')).toBe('150 Here it comes');
    expect(await line.answer()).toMatch(/^42[56] /);
    expect(await line.ask('NOOP')).toBe('200 Yes');
    line.destroy();
    await own.close();
  });

  test.each([
    ['says no name', { nameMs: 200, loginMs: never, idleMs: never }, '', '421 No name in time'],
    ['writes half a name', { nameMs: 200, loginMs: never, idleMs: never }, 'USER ri', '421 No name in time'],
    ['does not log in', { nameMs: never, loginMs: 200, idleMs: never }, '', '421 No login in time'],
    ['writes half a line', { nameMs: never, loginMs: 200, idleMs: never }, 'USER ri', '421 No login in time'],
    ['says nothing', { nameMs: never, loginMs: never, idleMs: 200 }, '', '421 No command for too long'],
    ['writes half a line and stops', { nameMs: never, loginMs: never, idleMs: 200 }, 'NO', '421 No command for too long'],
  ])('who %s is hung up on (FTPS-6)', async (_, limits, text, answer) => {
    const own = await openFtpsStage({ limits });
    const line = await FtpsLine.open(own.port);
    line.write(text);
    expect(await line.rest()).toBe(answer);
    await own.close();
  });

  test('who drips a line gains no time by it (FTPS-6)', async () => {
    const own = await openFtpsStage({ limits: { idleMs: 300 } });
    const line = await FtpsLine.open(own.port);
    const drip = setInterval(() => line.write('N'), 20);
    expect(await line.rest()).toBe('421 No command for too long');
    clearInterval(drip);
    await own.close();
  });

  test.each([{ dataWaitMs: 200 }, { nameMs: 200 }])('who begins no TLS is hung up on by %j (FTPS-6)', async (limits) => {
    const own = await openFtpsStage({ limits });
    const socket = connect({ port: own.implicitPort, host: '127.0.0.1' });
    await once(socket, 'close');
    await expect.poll(() => own.server.connections).toBe(0);
    await own.close();
  });

  test('gets the ports of the range alone, and 425 when all are taken (FTPS-4)', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    const own = await openFtpsStage({ passivePorts: { from: port, to: port }, publicAddress: '192.0.2.7' });
    const line = await FtpsLine.loggedIn(own);
    expect(await line.ask('EPSV')).toMatch(/^425 No port is free/);
    probe.close();
    await once(probe, 'close');
    expect(await line.ask('PASV')).toContain(`(192,0,2,7,${port >> 8},${port & 255})`);
    expect(await line.passivePort()).toBe(port);
    line.destroy();
    await own.close();
  });
});

describe('a command of FTPS', () => {
  test.each([
    ['retr  a b ', { verb: 'RETR', argument: ' a b ' }],
    ['QUIT\r', { verb: 'QUIT', argument: '' }],
    ['', { verb: '', argument: '' }],
    ['\xff\xf4\xff\xf2ABOR', { verb: 'ABOR', argument: '' }],
    ['\xff\xfb\x01\xffABOR', { verb: 'ABOR', argument: '' }],
  ])('%j is read', (line, command) => {
    expect(readCommand(Buffer.from(line, 'latin1'))).toEqual(command);
  });
});

test('logins are counted for a minute each, and the oldest forgotten beyond 10,000 names (FTPS-6)', () => {
  let now = 0;
  const rate = new MinuteCounts(() => now);
  rate.count('first', 1);
  rate.count('taken back', -1);
  expect([rate.isOver('first', 1), rate.isOver('first', 2), rate.isOver('taken back', 1)]).toEqual([true, false, false]);
  now = 60_000;
  expect(rate.isOver('first', 1)).toBe(false);
  rate.count('first', 1);
  for (let name = 0; name < 10_000; name++) rate.count(`name ${name}`, 1);
  expect([rate.isOver('first', 1), rate.isOver('name 0', 1), rate.isOver('name 9999', 1)]).toEqual([false, true, true]);
});
