import { setInterval } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { defaultHubSettings } from '../../../../host/entry/realtime/hub-settings.ts';
import { closeCodes, maxClientFrameBytes, socketPath, socketProtocol } from '#model/contract/socket-messages.ts';
import type { RoleId } from '#model/entities/role.ts';
import { pageOrigin, quickHub, until } from '../../../support/live-stage.ts';
import { RawConnection } from '../../../support/raw-connection.ts';
import { bearer, heardOf, type Knock, type Peer, peerStage, say } from '../../../support/peer-stage.ts';

/**
 * The hub as a bare websocket client sees it: who may connect and stay. The console's side:
 * tests/services/socket-faults.test.ts.
 */

const stage = peerStage();

/** Connects a peer whose membership is not answered until `answer` is called. */
async function knockAndWait(): Promise<{ peer: Peer; answer: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const membership = stage.hub.authority.membership.bind(stage.hub.authority);
  let isAsked = false;
  stage.hub.authority.membership = async (userId, mitasId) => {
    isAsked = true;
    await promise;
    return membership(userId, mitasId);
  };
  const peer = stage.knock();
  await until('the membership to be asked for', () => isAsked);
  return { peer, answer: resolve };
}

describe('who comes in', () => {
  it('is who has a token, an allowed Origin and belongs to the system (SOCK-6)', async () => {
    const peer = await stage.enter();
    expect(peer.heard[0]).toMatchObject({ type: 'heartbeat', payload: { mitasId: 'demo' } });
    expect(peer.socket.protocol).toBe(socketProtocol);
    expect(stage.hub.hub.stats()).toMatchObject({ clients: 1, subscribed: 0 });
  });

  it.each<[string, Knock, number]>([
    ['no Origin', { origin: null }, 403],
    ['a foreign Origin and no token', { origin: 'http://evil.example', protocols: [socketProtocol] }, 403],
    ['no token', { protocols: [socketProtocol] }, 400],
    ['no subprotocol of ours', { protocols: bearer('token').slice(1) }, 400],
    ['a token in the URL', { path: '/socket/demo?token=token', protocols: [socketProtocol] }, 404],
  ])('is not who has %s', async (_, options, status) => {
    const peer = stage.knock(options);
    await until('the refusal', () => peer.status !== undefined);
    expect(peer.status).toBe(status);
    expect(stage.hub.hub.stats().clients).toBe(0);
  });

  it('is not who comes while the hub cannot greet: nobody is counted who is not in', async () => {
    const { disk, hub, logged } = stage.hub;
    Object.defineProperty(disk, 'storage', {
      configurable: true,
      get: () => {
        throw new Error('the disk is not known');
      },
    });
    // Counted when the error is logged, before the close: a peer may take time to answer that.
    const counted: unknown[] = [];
    const { error } = logged.log;
    logged.log.error = (details, text) => {
      error(details, text);
      counted.push([text, hub.stats().clients, hub.isWatched('demo')]);
    };
    const peer = stage.knock();
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(1011);
    expect(counted).toEqual([['A socket could not be judged; its client will come again', 0, false]]);
    Object.defineProperty(disk, 'storage', { value: 'ok' });
    await stage.enter();
    expect([hub.stats().clients, hub.isWatched('demo')]).toEqual([1, true]);
  });

  it.each([
    ['no token', { protocols: [socketProtocol] }, `the subprotocols ${socketProtocol} and`],
    ['an unknown token', { protocols: bearer('wrong') }, 'The token is not valid'],
  ])('has the reason in the log, in a field of its own, where it is not who has %s', async (_, knock, reason) => {
    const peer = stage.knock(knock);
    await until('the refusal', () => (peer.code ?? peer.status) !== undefined);
    const refusals = stage.hub.logged.lines.filter((line) => line.includes('A socket was refused {'));
    expect(refusals).toEqual([expect.stringContaining(`"reason":"${reason}`)]);
  });

  it.each<[string, Knock, number]>([
    ['an unknown token', { protocols: bearer('wrong') }, closeCodes.unauthorized],
    ['another system', { path: socketPath('river') }, closeCodes.forbidden],
    ['a foreign Origin', { origin: 'http://evil.example' }, closeCodes.originRefused],
    ['an Origin that only begins like ours', { origin: `${pageOrigin}.evil.example` }, closeCodes.originRefused],
    ['Origin null', { origin: 'null' }, closeCodes.originRefused],
    ['another path', { path: '/socket/' }, closeCodes.noSuchSystem],
    ['a path that cannot be decoded', { path: '/socket/%E0%A4%A' }, closeCodes.noSuchSystem],
  ])('is told by a close code for %s, since a page cannot see a status (SOCK-7)', async (_, options, code) => {
    const peer = stage.knock(options);
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(code);
    expect(peer.heard).toEqual([]);
    expect(stage.hub.hub.stats().clients).toBe(0);
  });

  it('is not who has a foreign Origin: what it says is never looked at, and the refusal is logged as such', async () => {
    const looked = vi.spyOn(stage.hub.authority, 'authenticate');
    const peer = stage.knock({ origin: 'http://evil.example' });
    peer.socket.on('open', () => {
      say(peer, { type: 'subscribe', payload: 'receivers' });
      say(peer, { type: 'ping' });
    });
    await until('the close', () => peer.code !== undefined);
    expect([peer.code, peer.heard, looked.mock.calls]).toEqual([closeCodes.originRefused, [], []]);
    expect(stage.hub.logged.lines.join('\n')).toContain(
      '{"security":"origin.refused","origin":"http://evil.example","address":"127.0.0.1"}',
    );
  });

  it('keeps no place that those turned away could take from others', async () => {
    await stage.beginAnew({ ...quickHub, maxConnections: 2 });
    const strangers = Array.from({ length: 2 }, () => stage.knock({ origin: 'http://evil.example' }));
    await until('the close', () => strangers.every(({ code }) => code === closeCodes.originRefused));
    await stage.enter();
  });

  it('tells only so many strangers at a time why, and always tells some again', async () => {
    const isDone = ({ code, status }: Peer) => (code ?? status) !== undefined;
    const knockAll = async (count: number) => {
      const strangers = Array.from({ length: count }, () => stage.knock({ origin: 'http://evil.example' }));
      await until('all to be turned away', () => strangers.every(isDone));
      return strangers.filter(({ code }) => code === closeCodes.originRefused).length;
    };
    // No refused peer is disconnected during the test, however slow the machine.
    await stage.beginAnew({ ...quickHub, farewellMs: 600_000 });
    expect([await knockAll(150), await knockAll(1)]).toEqual([100, 0]);
    await stage.beginAnew({ ...quickHub, farewellMs: 20 });
    let told = 0;
    for (let time = 0; told <= 100 && time < 100; time += 1) told += await knockAll(25);
    expect(told).toBeGreaterThan(100);
  });

  it.each(['offline', 'shutDown'] as const)('is nobody while the system is %s', async (state) => {
    stage.hub.authority.states.set('demo', state);
    const peer = stage.knock();
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.noSuchSystem);
    expect(peer.heard).toEqual([]);
  });

  it('is not a session that ends while its token is being looked at', async () => {
    const { peer, answer } = await knockAndWait();
    stage.hub.bus.publish({ kind: 'sessionEnded', sessionId: 'session-1' });
    answer();
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.unauthorized);
  });

  it('is not a session that has ended, however long its token is being looked at', async () => {
    const witness = await stage.enter({
      protocols: bearer(stage.hub.authority.grant('witness', { sessionId: 'another' })),
    });
    const { peer, answer } = await knockAndWait();
    stage.hub.bus.publish({ kind: 'sessionEnded', sessionId: 'session-1' });
    const before = heardOf(witness, 'heartbeat').length;
    await until('the hub to have looked after all', () => heardOf(witness, 'heartbeat').length > before + 1);
    answer();
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.unauthorized);
  });

  it('is no session that has ended, and these are remembered only for as long as a handshake may take', async () => {
    await stage.beginAnew({ ...quickHub, endedMemoryMs: 200 });
    stage.hub.bus.publish({ kind: 'sessionEnded', sessionId: 'session-1' });
    expect(stage.hub.hub.stats().endedSessions).toBe(1);
    await until('it to be forgotten', () => stage.hub.hub.stats().endedSessions === 0);
  });

  it('is nobody whose token cannot be judged in time', async () => {
    await stage.beginAnew({ ...quickHub, handshakeMs: 100 });
    stage.hub.authority.authenticate = () => new Promise(() => undefined);
    const peer = stage.knock();
    await until('the end', () => peer.code !== undefined);
    expect([peer.code, peer.heard]).toEqual([1006, []]);
  });

  it('is not a member who is removed while the membership is being looked at', async () => {
    let asked = 0;
    const membership = stage.hub.authority.membership.bind(stage.hub.authority);
    stage.hub.authority.membership = async (userId, mitasId) => {
      const found = await membership(userId, mitasId);
      asked++;
      if (asked === 1) {
        stage.hub.authority.leave(1, 'demo');
        stage.hub.bus.publish({ kind: 'membershipChanged', userId: 1, mitasId: 'demo' });
      }
      return found;
    };
    const peer = stage.knock();
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.forbidden);
  });

  it('has only so many sockets, whatever the session (SOCK-19)', async () => {
    await stage.beginAnew({ ...quickHub, connectionsPerPerson: 2 });
    await stage.enter();
    await stage.enter();
    const third = stage.knock();
    await until('the close', () => third.code !== undefined);
    expect(third.code).toBe(closeCodes.tooMany);
    const elsewhere = stage.knock({ protocols: bearer(stage.hub.authority.grant('phone', { sessionId: 'session-2' })) });
    await until('the close', () => elsewhere.code !== undefined);
    expect(elsewhere.code).toBe(closeCodes.tooMany);
    stage.hub.authority.grant('other', { userId: 2, sessionId: 'session-3' });
    stage.hub.authority.join(2, 'demo');
    await stage.enter({ protocols: bearer('other') });
  });

  it('leaves no token in the log (SOCK-5)', async () => {
    stage.hub.authority.grant('s3cret-token');
    await stage.enter({ protocols: bearer('s3cret-token') });
    const refused = stage.knock({ protocols: bearer('s3cret-token'), origin: 'http://evil.example' });
    await until('the refusal', () => refused.code !== undefined);
    expect(stage.hub.logged.lines.length).toBeGreaterThan(1);
    expect(stage.hub.logged.lines.join('\n')).not.toContain('s3cret');
  });

  it('is no stranger who never hangs up', { timeout: 20_000 }, async () => {
    const stranger = await RawConnection.open(`http://127.0.0.1:${stage.hub.hub.port}`, { stubborn: true });
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
    stranger.head('GET', '/socket/demo', 0, { ...headers, 'sec-websocket-version': '13' });
    expect((await stranger.answer()).status).toBe(403);
    // Writing another byte breaks a connection that is gone.
    for await (const _ of setInterval(50)) {
      if (!stranger.isOpen) break;
      stranger.write(' ');
    }
  });

  it('is answered in plain http that this is a socket', async () => {
    const response = await fetch(`http://127.0.0.1:${stage.hub.hub.port}/`);
    expect(response.status).toBe(426);
    expect(response.headers.get('server')).toBeNull();
    expect(await response.text()).toBe('');
  });
});

describe('who stays', () => {
  it('is put out when the token expires (SOCK-20)', async () => {
    stage.hub.authority.grant('token', { expiresAt: Date.now() + 300 });
    const peer = await stage.enter();
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.unauthorized);
  });

  it('is put out for a token of another session', async () => {
    stage.hub.authority.grant('stolen', { sessionId: 'session-2' });
    const peer = await stage.enter();
    say(peer, { type: 'authenticate', payload: 'stolen' });
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.unauthorized);
  });

  it('is who answers pings, however long nothing else is said, and nobody else (SOCK-11)', async () => {
    await stage.beginAnew({ ...quickHub, pingMs: 40, silenceMs: 300 });
    const quiet = await stage.enter();
    const dead = await stage.enter({ pongs: false });
    await until('the end of who does not answer', () => dead.code !== undefined);
    expect(dead.code).toBe(1006);
    const spanOf = (beats: readonly { payload: { ts: number } }[]) => beats.at(-1)!.payload.ts - beats[0]!.payload.ts;
    await until('much more than the silence', () => spanOf(heardOf(quiet, 'heartbeat')) > 900 || quiet.code !== undefined);
    expect(quiet.code).toBeUndefined();
  });

  it('is put out for frames that are too large (SOCK-18)', async () => {
    const peer = await stage.enter();
    peer.socket.send('x'.repeat(maxClientFrameBytes + 1));
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(1009);
  });

  it('is told of nonsense, and put out for too much of it (SOCK-18)', async () => {
    const peer = await stage.enter();
    peer.socket.send('nonsense');
    peer.socket.send(Buffer.from([1, 2]));
    say(peer, { type: 'subscribe', payload: 'everything' });
    await until('the answers', () => heardOf(peer, 'refused').length === 3);
    expect(peer.code).toBeUndefined();
    for (let time = 0; time < 20; time++) peer.socket.send('nonsense');
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.badFrames);
  });

  it('saves up no right to talk by being silent', async () => {
    await stage.beginAnew({ ...quickHub, messageBurst: 5, messagesPerSecond: 100 });
    const peer = await stage.enter();
    const firstAt = heardOf(peer, 'heartbeat')[0]!.payload.ts;
    await until('what would be a hundred messages', () => heardOf(peer, 'heartbeat').at(-1)!.payload.ts - firstAt > 1_000);
    const before = heardOf(peer, 'heartbeat').length;
    for (let time = 0; time < 80; time++) say(peer, { type: 'ping' });
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.badFrames);
    expect(heardOf(peer, 'heartbeat').length - before).toBeLessThan(70);
  });

  it('is put out for talking too much', async () => {
    const peer = await stage.enter();
    for (let time = 0; time < 200; time++) say(peer, { type: 'ping' });
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.badFrames);
    expect(heardOf(peer, 'heartbeat').length).toBeLessThan(100);
  });

  it('is told that commands are not carried out here (CMD-3)', async () => {
    const peer = await stage.enter();
    say(peer, { type: 'rxReboot', payload: [1] });
    await until('the answer', () => heardOf(peer, 'refused').length === 1);
    expect(heardOf(peer, 'refused')[0]?.payload.message).toBe('This host carries out no commands');
  });

  it('is put out when the system is switched off (SOCK-21, SYS-7)', async () => {
    const peer = await stage.enter();
    stage.hub.authority.states.set('demo', 'offline');
    stage.hub.bus.publish({ kind: 'systemsChanged', mitasIds: ['demo'] });
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.noSuchSystem);
  });

  it('is told what to look at again when a system or a right changed', async () => {
    stage.hub.authority.join(1, 'river');
    const here = await stage.enter();
    const there = await stage.enter({ path: socketPath('river') });
    const told = (peer: Peer) => heardOf(peer, 'invalidate').map(({ payload }) => payload);
    stage.hub.bus.publish({ kind: 'systemsChanged', mitasIds: ['demo'] });
    await until('both', () => told(here).length === 1 && told(there).length === 1);
    expect([told(here), told(there)]).toEqual([[['systems', 'config', 'fleet']], [['systems']]]);
    stage.hub.bus.publish({ kind: 'membershipChanged', userId: 1, mitasId: 'another' });
    stage.hub.bus.publish({ kind: 'membershipChanged', userId: 2, mitasId: 'demo' });
    await until('the person', () => told(here).length === 2 && told(there).length === 2);
    expect([told(here).at(-1), told(there).at(-1)]).toEqual([['systems'], ['systems']]);
  });

  it('is told to load again what another role may see, whichever way the host hears of it', async () => {
    const peer = await stage.enter();
    const told = () => heardOf(peer, 'invalidate').map(({ payload }) => payload);
    stage.hub.authority.join(1, 'demo', 4);
    stage.hub.bus.publish({ kind: 'membershipChanged', userId: 1, mitasId: 'demo' });
    await until('both', () => told().length === 2);
    expect(told()).toEqual([['systems'], ['fleet', 'states', 'alarms', 'config', 'beacons']]);
  });

  it('keeps the role of the last change, however late an earlier question about it is answered', async () => {
    const { authority, bus } = stage.hub;
    authority.join(1, 'demo', 4);
    const peer = await stage.enter();
    const { promise, resolve } = Promise.withResolvers<void>();
    const membership = authority.membership.bind(authority);
    let asked = 0;
    authority.membership = async (userId, mitasId) => {
      const found = await membership(userId, mitasId);
      asked++;
      if (asked === 1) await promise;
      return found;
    };
    const change = (revision: number, id: number, before: RoleId, after: RoleId) => {
      const item = { kind: 'member.roleChanged', id, name: 'ada', before: { RoleId: before }, after: { RoleId: after } } as const;
      const about = { through: 'host', operation: 'operation-of-a-test', isLarge: false, hasUnknown: false } as const;
      const told = { at: 0, by: null, undoes: null, ...about } as const;
      authority.join(id, 'demo', after);
      bus.publish({
        kind: 'changed',
        mitasId: 'demo',
        epoch: 'e',
        change: { ...told, revision, items: [item] },
        entities: ['member'],
      });
    };
    const judge = () => bus.publish({ kind: 'membershipChanged', userId: 1, mitasId: 'demo' });
    change(1, 1, 4, 2);
    judge();
    await until('the first question', () => asked === 1);
    change(2, 1, 2, 4);
    judge();
    await until('the second question', () => asked === 2);
    resolve();
    const before = heardOf(peer, 'heartbeat').length;
    await until('the answers to have come', () => heardOf(peer, 'heartbeat').length > before + 1);
    change(3, 2, 4, 3);
    await until('the last change', () => heardOf(peer, 'changed').length === 3);
    expect(heardOf(peer, 'changed').map(({ payload }) => payload.items?.length)).toEqual([1, 0, 0]);
  });

  it('is judged again where changes can no longer be told one by one', async () => {
    const peer = await stage.enter();
    stage.hub.authority.leave(1, 'demo');
    stage.hub.bus.publish({ kind: 'changesLost', mitasId: 'demo' });
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.forbidden);
  });

  it('takes leave when the host goes down', async () => {
    const peer = await stage.enter();
    await stage.hub.hub.close();
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.goingDown);
  });
});

describe('heartbeats', () => {
  it('come every 2 s in the product, so that 5 s without one mean something (SOCK-10)', () => {
    expect(defaultHubSettings).toMatchObject({ heartbeatMs: 2_000, silenceMs: 30_000 });
  });

  it('tell how much room the disk has, from the greeting on (SOCK-25)', async () => {
    stage.hub.disk.storage = 'full';
    const peer = await stage.enter();
    const told = () => heardOf(peer, 'heartbeat').map(({ payload }) => payload.storage);
    expect(told()[0]).toBe('full');
    stage.hub.disk.storage = 'low';
    await until('the next', () => told().at(-1) === 'low');
    stage.hub.disk.storage = 'ok';
    await until('the end of it', () => told().at(-1) === 'ok');
    const asked = told().length;
    stage.hub.disk.storage = 'full';
    say(peer, { type: 'ping' });
    await until('an answer', () => told().length > asked && told().at(-1) === 'full');
  });
});
