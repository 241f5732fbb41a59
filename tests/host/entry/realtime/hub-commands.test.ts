import { describe, expect, it, vi } from 'vitest';
import {
  type CommandMessage,
  closeCodes,
  outgoingAccess,
  outgoingSchemas,
  type OutgoingOf,
  type OutgoingType,
} from '#model/contract/socket-messages.ts';
import { expiredText } from '#model/entities/expiry.ts';
import { commandTypes } from '#model/entities/command.ts';
import { roles } from '#model/entities/role.ts';
import { unavailable } from '../../../../host/platform/api-error.ts';
import { quickHub, until } from '../../../support/live-stage.ts';
import { bearer, heardOf, memoryStore, type Peer, peerStage, say } from '../../../support/peer-stage.ts';

/**
 * Which commands a console may send through its socket: by its current role, and only while it is connected.
 */

const stage = peerStage();

const samples: { [T in OutgoingType]: OutgoingOf<T> } = {
  subscribe: { type: 'subscribe', payload: 'receivers', ask: 1 },
  unsubscribe: { type: 'unsubscribe', payload: 'receivers' },
  ping: { type: 'ping' },
  authenticate: { type: 'authenticate', payload: 'token' },
  rxUpdate: { type: 'rxUpdate', payload: 1 },
  rxReboot: { type: 'rxReboot', payload: [1] },
  rxEraseMemory: { type: 'rxEraseMemory', payload: [1] },
  rxSyncClock: { type: 'rxSyncClock', payload: [1] },
  rxScheduleRefresh: { type: 'rxScheduleRefresh', payload: [1] },
  rxForceRefresh: { type: 'rxForceRefresh', payload: [1] },
};
const tooLow = 'Your role in this system does not allow this';

/** Starts a hub that records the commands it accepts. */
async function withCommands(): Promise<{ message: CommandMessage; role: number }[]> {
  const done: { message: CommandMessage; role: number }[] = [];
  await stage.beginAnew(quickHub, memoryStore(), async (message, { role }) => void done.push({ message, role }));
  return done;
}

/** Waits until the peer's earlier messages were handled: frames are handled in order. */
async function allHeard(peer: Peer): Promise<void> {
  const before = heardOf(peer, 'subscribed').length;
  say(peer, { type: 'subscribe', payload: 'receivers' });
  await until('the answer', () => heardOf(peer, 'subscribed').length > before);
}

describe('the roles that messages need (ROLE-7)', () => {
  it('are told for every message, and writes to receivers need a researcher', () => {
    expect(Object.keys(outgoingAccess).toSorted()).toEqual(Object.keys(outgoingSchemas).toSorted());
    for (const type of commandTypes) expect([type, outgoingAccess[type]]).toEqual([type, 3]);
  });

  it.each(roles.map(({ id, name }) => [name, id] as const))('are enforced on every message of a %s', async (_, role) => {
    const done = await withCommands();
    stage.hub.authority.join(1, 'demo', role);
    const peer = await stage.enter();
    for (const type of Object.keys(outgoingSchemas) as OutgoingType[]) {
      say(peer, samples[type]);
      const before = heardOf(peer, 'refused').length;
      if (outgoingAccess[type] < role) {
        await until(`the refusal of ${type}`, () => heardOf(peer, 'refused').length > before);
        expect(heardOf(peer, 'refused').at(-1)?.payload.message).toBe(tooLow);
      } else if (commandTypes.some((command) => command === type)) {
        await until(`${type} to be carried out`, () => done.at(-1)?.message.type === type);
        expect(done.at(-1)).toEqual({ message: samples[type], role });
      }
    }
    await allHeard(peer);
    const allowed = commandTypes.filter((type) => outgoingAccess[type] >= role);
    expect(done.map(({ message }) => message.type).toSorted()).toEqual(allowed.toSorted());
    expect(heardOf(peer, 'refused')).toHaveLength(commandTypes.length - allowed.length);
    expect([heardOf(peer, 'subscribed').length, peer.code]).toEqual([2, undefined]);
  });

  it('are those of now, not those of the time when the socket was opened', async () => {
    const done = await withCommands();
    const peer = await stage.enter();
    stage.hub.authority.join(1, 'demo', 4);
    say(peer, samples.rxReboot);
    await until('the refusal', () => heardOf(peer, 'refused').length === 1);
    stage.hub.authority.leave(1, 'demo');
    say(peer, samples.rxEraseMemory);
    await until('the refusal', () => heardOf(peer, 'refused').length === 2);
    expect(done).toEqual([]);
  });

  it('let nobody command receivers of a system that has expired, and all the rest goes on (SYS-15)', async () => {
    const done = await withCommands();
    const peer = await stage.enter();
    stage.hub.authority.expiries.set('demo', Date.now() - 1);
    for (const type of commandTypes) {
      say(peer, samples[type]);
      await until(`the refusal of ${type}`, () => heardOf(peer, 'refused').at(-1)?.payload.message === expiredText);
      peer.heard.length = 0;
    }
    await allHeard(peer);
    expect([done, heardOf(peer, 'refused'), peer.code]).toEqual([[], [], undefined]);
  });

  it('name the commands of a frame that they refuse, and of no other (CMD-3)', async () => {
    await withCommands();
    stage.hub.authority.join(1, 'demo', 4);
    const peer = await stage.enter();
    const commandIds = ['command-of-a-test-1', 'command-of-a-test-2'];
    say(peer, { type: 'rxReboot', payload: [1, 2], commandIds });
    say(peer, samples.rxReboot);
    await until('the refusals', () => heardOf(peer, 'refused').length === 2);
    expect(heardOf(peer, 'refused').map(({ payload }) => payload.commandIds)).toEqual([commandIds, undefined]);
  });

  it('say a plain sentence where the membership cannot be read, and the log has the reason (CODE-28, CMD-3)', async () => {
    const done = await withCommands();
    const peer = await stage.enter();
    const { error } = stage.hub.logged.log;
    const reasons: unknown[] = [];
    stage.hub.logged.log.error = (details, text) => {
      error(details, text);
      reasons.push((details as { error?: unknown }).error);
    };
    const cut = new Error('Connection terminated unexpectedly');
    stage.hub.authority.membership = () => Promise.reject(cut);
    const commandIds = ['command-of-a-test-1'];
    say(peer, { ...samples.rxReboot, commandIds } as CommandMessage);
    await until('the refusal', () => heardOf(peer, 'refused').length === 1);
    const message = 'The command could not be stored, so nothing was sent. Try again.';
    expect(heardOf(peer, 'refused').map(({ payload }) => payload)).toEqual([{ message, commandIds }]);
    expect([done, reasons]).toEqual([[], [cut]]);
  });

  it('keep a command waiting while the membership is read, and a socket closed meanwhile has nothing done', async () => {
    const done = await withCommands();
    const peer = await stage.enter();
    const letGo = Promise.withResolvers<void>();
    let isAsked = false;
    const membership = stage.hub.authority.membership.bind(stage.hub.authority);
    stage.hub.authority.membership = async (userId, mitasId) => {
      isAsked = true;
      await letGo.promise;
      return membership(userId, mitasId);
    };
    say(peer, samples.rxReboot);
    await until('the membership to be asked for', () => isAsked);
    stage.hub.bus.publish({ kind: 'sessionEnded', sessionId: 'session-1' });
    letGo.resolve();
    await until('the close', () => peer.code !== undefined);
    expect([peer.code, done]).toEqual([closeCodes.unauthorized, []]);
  });
});

describe('commands of one socket (CMD-12)', () => {
  const commandIds = (at: number) => [`command-of-a-test-${at}`];

  it('are noted one frame after the other, in their order, and those of another meanwhile', async () => {
    const [begun, doors]: [string[], PromiseWithResolvers<void>[]] = [[], []];
    await stage.beginAnew(quickHub, memoryStore(), async ({ commandIds: [id = ''] = [] }) => {
      begun.push(id);
      const door = Promise.withResolvers<void>();
      doors.push(door);
      await door.promise;
    });
    const [peer, another] = [await stage.enter(), await stage.enter()];
    for (let at = 1; at <= 3; at++) say(peer, { ...samples.rxReboot, commandIds: commandIds(at) } as CommandMessage);
    await allHeard(peer);
    expect(begun).toEqual(commandIds(1));
    say(another, { ...samples.rxReboot, commandIds: commandIds(9) } as CommandMessage);
    await until('the other one', () => begun.length === 2);
    doors[0]?.resolve();
    await until('the second', () => begun.length === 3);
    doors[2]?.reject(unavailable('It could not be noted'));
    await until('the third', () => begun.length === 4);
    expect(begun).toEqual([1, 9, 2, 3].flatMap(commandIds));
    expect(heardOf(peer, 'refused').map(({ payload }) => payload)).toEqual([
      { message: 'It could not be noted', commandIds: commandIds(2) },
    ]);
    for (const door of doors) door.resolve();
  });

  it('of which nobody knows whether they were noted are not named as ended, and the console is told to ask (CMD-3)', async () => {
    await stage.beginAnew(quickHub, memoryStore(), () => Promise.reject(new Error('The answer was lost')));
    const peer = await stage.enter();
    say(peer, { ...samples.rxReboot, commandIds: commandIds(1) } as CommandMessage);
    await until('what it is to ask for', () => heardOf(peer, 'invalidate').length > 0);
    expect(heardOf(peer, 'refused').map(({ payload }) => payload)).toEqual([{ message: 'The answer was lost' }]);
    expect(heardOf(peer, 'invalidate').map(({ payload }) => payload)).toEqual([['commands']]);
  });

  it('wait in a queue that has an end, which is said of those that find no place in it', async () => {
    const letGo = Promise.withResolvers<void>();
    let done = 0;
    const hub = { ...quickHub, messageBurst: 3, messagesPerSecond: 1_000_000 };
    await stage.beginAnew(hub, memoryStore(), async () => {
      await letGo.promise;
      done++;
    });
    const peer = await stage.enter();
    for (let at = 1; at <= 4; at++) {
      say(peer, { ...samples.rxReboot, commandIds: commandIds(at) } as CommandMessage);
      await allHeard(peer);
    }
    const message = 'Too many commands wait to be noted: try again in a moment';
    expect(heardOf(peer, 'refused').map(({ payload }) => payload)).toEqual([{ message, commandIds: commandIds(4) }]);
    letGo.resolve();
    await until('the others', () => done === 3);
  });
});

describe('a socket that is being closed', () => {
  it('is heard no more, whatever still arrives', async () => {
    const done = await withCommands();
    const peer = await stage.enter();
    // One packet, so that later messages have already arrived when the hub decides to close.
    const membership = vi.spyOn(stage.hub.authority, 'membership');
    const authenticate = vi.spyOn(stage.hub.authority, 'authenticate');
    const wire = (peer.socket as unknown as { _socket: { cork(): void; uncork(): void } })['_socket'];
    wire.cork();
    for (let time = 0; time < 20; time++) peer.socket.send('nonsense');
    for (let time = 0; time < 20; time++) say(peer, samples.rxEraseMemory);
    say(peer, samples.authenticate);
    say(peer, samples.subscribe);
    wire.uncork();
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(closeCodes.badFrames);
    expect([done, membership.mock.calls, authenticate.mock.calls]).toEqual([[], [], []]);
    expect(stage.hub.hub.stats()).toMatchObject({ clients: 0, subscribed: 0 });
  });

  it('does nothing for a session that has ended', async () => {
    const done = await withCommands();
    const peer = await stage.enter({ protocols: bearer('token') });
    stage.hub.bus.publish({ kind: 'sessionEnded', sessionId: 'session-1' });
    say(peer, samples.rxEraseMemory);
    await until('the close', () => peer.code !== undefined);
    expect(done).toEqual([]);
  });
});
