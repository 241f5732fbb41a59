import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { socketPath } from '#model/contract/socket-messages.ts';
import { keptMs } from '#model/live/contact-window.ts';
import { freshContacts } from '../../../support/live-contacts.ts';
import { atMost } from '../../../../host/entry/realtime/stored-replay.ts';
import { quickHub, until } from '../../../support/live-stage.ts';
import { codesOf, heardOf, memoryStore, say, subscribe, type Peer, peerStage } from '../../../support/peer-stage.ts';

/** How the hub sends contacts: live, by position, from storage, and to clients that cannot keep up. */

const stage = peerStage();

describe('contacts', () => {
  it('come in frames of 100 ms at the quickest, numbered without a hole (SOCK-16)', async () => {
    await stage.beginAnew({ ...quickHub, flushMs: 100 });
    const peer = await stage.enter();
    const { epoch, next } = await subscribe(peer);
    const all: number[] = [];
    while (heardOf(peer, 'contact').length < 8) {
      const contacts = freshContacts(3);
      all.push(...contacts.map(({ code }) => code));
      await stage.hub.publish(contacts);
      await pause(2);
    }
    await until('all', () => codesOf(peer).length === all.length);
    expect(codesOf(peer)).toEqual(all);
    const frames = heardOf(peer, 'contact');
    const times = peer.frames.filter(({ text }) => text.startsWith('{"type":"contact"')).map(({ at }) => at);
    // With at least 100 ms between frames, a second has at most 10; a late turn may bring two of them closer.
    expect(times.at(-1)! - times[0]!).toBeGreaterThan((frames.length - 2) * 100);
    let position = next;
    for (const { at, payload } of frames) {
      expect(at).toEqual({ epoch, from: position });
      position += [payload].flat().length;
    }
  });

  it('are sent two frames at a time, so that 50,000 a second leave nobody behind (SOCK-16)', async () => {
    await stage.beginAnew({ ...quickHub, flushMs: 1_000 });
    const peer = await stage.enter();
    await subscribe(peer);
    await stage.hub.publish(freshContacts(12_000));
    await until('all', () => codesOf(peer).length === 12_000);
    expect(heardOf(peer, 'contact').map(({ payload }) => [payload].flat().length)).toEqual([5_000, 5_000, 2_000]);
    const times = peer.frames.filter(({ text }) => text.startsWith('{"type":"contact"')).map(({ at }) => at);
    const [between, rest] = [times[1]! - times[0]!, times[2]! - times[1]!];
    expect(rest).toBeGreaterThan(500);
    expect(between, 'however busy the machine is').toBeLessThan(rest / 2);
  });

  it('reach only the system they are of, and only who subscribed', async () => {
    stage.hub.authority.join(1, 'river');
    const demo = await stage.enter();
    const idle = await stage.enter();
    const river = await stage.enter({ path: socketPath('river') });
    await subscribe(demo);
    await subscribe(river);
    await stage.hub.publish(freshContacts(3), 'demo');
    const last = freshContacts(2);
    await stage.hub.publish(last, 'river');
    await until('both', () => codesOf(demo).length === 3 && codesOf(river).length === 2);
    expect(codesOf(river)).toEqual(last.map(({ code }) => code));
    expect(codesOf(idle)).toEqual([]);
    say(demo, { type: 'unsubscribe', payload: 'receivers' });
    await until('the end of the subscription', () => stage.hub.hub.stats().subscribed === 1);
  });

  it('go on where the client was, when the ring still has it', async () => {
    const first = await stage.enter();
    const { epoch } = await subscribe(first);
    const contacts = freshContacts(10);
    await stage.hub.publish(contacts);
    await until('all', () => codesOf(first).length === 10);
    first.socket.terminate();
    const second = await stage.enter();
    const answer = await subscribe(second, { after: { epoch, position: 4 }, since: 0, ask: 7 });
    expect(answer).toEqual({ topic: 'receivers', ask: 7, epoch, next: 5, head: 10, resumed: true });
    await until('the rest', () => codesOf(second).length >= 6);
    const [frame] = heardOf(second, 'contact');
    // The frame may begin before the requested position, as its own position says.
    expect(
      [frame!.payload]
        .flat()
        .slice(5 - frame!.at!.from)
        .map(({ code }) => code),
    ).toEqual(contacts.slice(4).map(({ code }) => code));
  });

  it('come once, however often a client subscribes', async () => {
    const peer = await stage.enter();
    for (let time = 0; time < 3; time++) await subscribe(peer);
    await stage.hub.publish(freshContacts(5));
    await until('all', () => codesOf(peer).length >= 5);
    const seen = heardOf(peer, 'heartbeat').length;
    await until('another heartbeat', () => heardOf(peer, 'heartbeat').length > seen);
    expect(codesOf(peer)).toHaveLength(5);
  });

  it('come from storage where positions cannot tell, and nothing falls between storage and live (SOCK-14)', async () => {
    const peer = await stage.enter();
    const heardAt = Date.now() - 60_000;
    const before = freshContacts(12_000, heardAt);
    await stage.hub.publish(before);
    const answer = await subscribe(peer, { after: { epoch: 'another', position: 3 }, since: heardAt - 1_000, ask: 2 });
    const during = freshContacts(10, heardAt);
    await stage.hub.publish(during);
    expect(answer.resumed).toBe(false);
    await until('the end', () => heardOf(peer, 'gapFilled').length === 1 && new Set(codesOf(peer)).size === 12_010);
    const { contacts, complete, ask, replay } = heardOf(peer, 'gapFilled')[0]!.payload;
    expect({ complete, ask }).toEqual({ complete: true, ask: 2 });
    const stored = heardOf(peer, 'contact').filter((message) => message.stored);
    expect(stored.map((message) => message.stored)).toMatchObject([1, 5_001, 10_001].map((from) => ({ replay, from })));
    expect(stored.flatMap(({ payload }) => payload)).toHaveLength(contacts);
  });

  it('come from storage the newest first, as soon as they are read: no flush for nothing holds them up (LIVE-35)', async () => {
    const read = Promise.withResolvers<void>();
    const now = Date.now();
    const contacts = [120_000, 60_000, 5_000].flatMap((ago) => freshContacts(2, now - ago));
    await stage.beginAnew(
      { ...quickHub, flushMs: 3_600_000 },
      { ...memoryStore(), newest: () => read.promise.then(() => contacts) },
    );
    const peer = await stage.enter();
    await subscribe(peer, { since: 1, ask: 1 });
    // A flush, if there were one, would come before the answer to this.
    say(peer, { type: 'ping' });
    const beats = heardOf(peer, 'heartbeat').length;
    await until('the answer', () => heardOf(peer, 'heartbeat').length > beats);
    read.resolve();
    await until('two parts', () => heardOf(peer, 'contact').length === 2);
    const parts = heardOf(peer, 'contact').map(({ payload, stored }) => [[payload].flat(), stored?.from, stored?.since]);
    expect(parts).toEqual([
      [contacts.slice(4), 1, now - 60_000 + 1],
      [contacts.slice(2, 4), 3, now - 120_000 + 1],
    ]);
  });

  it('that other hosts stored and this one never heard of are asked for by every console of the system (HOST-14)', async () => {
    const store = memoryStore();
    await stage.beginAnew({ ...quickHub, replaySharedMs: 10_000 }, store);
    stage.hub.authority.join(1, 'river');
    const [peer, idle, river] = [await stage.enter(), await stage.enter(), await stage.enter({ path: socketPath('river') })];
    const since = Date.now() - 60_000;
    const { epoch, next } = await subscribe(peer);
    await subscribe(river);
    // An earlier answer, which could be shared, lacks what was stored since.
    await subscribe(peer, { after: { epoch: 'another', position: 3 }, since, ask: 2 });
    await until('the end', () => heardOf(peer, 'gapFilled').length === 1);
    const missed = freshContacts(3);
    await store.insert('demo', missed);
    stage.hub.bus.publish({ kind: 'missed', mitasIds: ['demo'] });
    await until('the news', () => heardOf(peer, 'invalidate').length === 1);
    expect(heardOf(peer, 'dropped').map(({ payload }) => payload)).toEqual([{ epoch, from: next, next }]);
    expect(heardOf(peer, 'invalidate')[0]?.payload).toEqual(['fleet', 'states', 'alarms', 'commands', 'dumpFiles']);
    await subscribe(peer, { since, ask: 3 });
    await until('the end', () => heardOf(peer, 'gapFilled').length === 2);
    expect(codesOf(peer)).toEqual(missed.map(({ code }) => code));
    stage.hub.bus.publish({ kind: 'missed', mitasIds: null });
    await until('word of all', () => heardOf(river, 'dropped').length === 1 && heardOf(river, 'invalidate').length === 2);
    await until('those without contacts', () => heardOf(idle, 'invalidate').length === 3);
    expect([heardOf(idle, 'dropped'), heardOf(river, 'invalidate').map(({ payload }) => payload)]).toEqual([
      [],
      [
        ['fleet', 'states', 'alarms', 'commands', 'dumpFiles'],
        ['account', 'systems'],
      ],
    ]);
  });

  it('are read from storage once for many who ask for the same at once', async () => {
    const store = memoryStore();
    await stage.beginAnew({ ...quickHub, replaySharedMs: 10_000, connectionsPerPerson: 50 }, store);
    const heardAt = Date.now() - 60_000;
    const since = Math.floor(heardAt / 1_000) * 1_000 - 1_000;
    await stage.hub.publish(freshContacts(100, heardAt));
    const asking = await Promise.all(Array.from({ length: 20 }, () => stage.enter()));
    await Promise.all(asking.map((peer, at) => subscribe(peer, { since: since + at })));
    await until('all', () => asking.every((peer) => heardOf(peer, 'gapFilled').length === 1));
    expect(store.reads).toBe(1);
    // Later callers also get what arrived after the shared answer was made.
    await stage.hub.publish(freshContacts(5, heardAt));
    const late = await stage.enter();
    await subscribe(late, { since });
    await until('all', () => new Set(codesOf(late)).size === 105);
    expect(store.reads).toBe(1);
  });

  it('are read by one query at a time, not far back, and with bounded memory, however much somebody asks', async () => {
    const asked: number[] = [];
    let running = 0;
    let most = 0;
    let letGo = Promise.withResolvers<void>();
    const stored = [200_000, 60_000].flatMap((ago) => freshContacts(11_000, Date.now() - ago));
    await stage.beginAnew(
      { ...quickHub, messageBurst: 200, maxReplayBytes: 3_000_000, replaySharedMs: 0, congestedBytes: 0, silenceMs: 60_000 },
      {
        ...memoryStore(),
        newest: async (_, since) => {
          asked.push(since);
          most = Math.max(most, ++running);
          await letGo.promise;
          running--;
          return stored;
        },
      },
    );
    const flooding = await Promise.all(Array.from({ length: 4 }, () => stage.enter()));
    for (let second = 1; second <= 40; second++)
      for (const peer of flooding) say(peer, { type: 'subscribe', payload: 'receivers', ask: second, since: second * 1_000 });
    await until('all was heard', () => flooding.every((peer) => heardOf(peer, 'subscribed').length === 40));
    expect(asked.length, 'one runs, the others wait for the next').toBe(1);
    letGo.resolve();
    await until('an answer', () => flooding.every((peer) => heardOf(peer, 'gapFilled').length > 0));
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(most).toBe(1);
    expect(Math.min(...asked)).toBeGreaterThan(Date.now() - keptMs - 10_000);

    // Answers that slow clients leave unread are dropped, oldest first; those clients are told that the gap
    // is not complete.
    for (const peer of flooding) {
      peer.socket.pause();
      letGo = Promise.withResolvers<void>();
      const before = asked.length;
      say(peer, { type: 'subscribe', payload: 'receivers', ask: 99, since: Date.now() });
      await until('its query', () => asked.length > before);
      letGo.resolve();
      await until('its answer', () => running === 0);
    }
    for (const peer of flooding) peer.socket.resume();
    const last = (peer: Peer) => heardOf(peer, 'gapFilled').findLast(({ payload }) => payload.ask === 99)?.payload;
    await until('an end for all', () => flooding.every((peer) => last(peer) !== undefined));
    expect(flooding.map((peer) => last(peer)?.complete)).toContain(false);
    expect(last(flooding.at(-1)!)?.complete, 'the newest is sent whole').toBe(true);
    for (const peer of flooding) {
      const came = heardOf(peer, 'contact').filter((message) => message.stored?.replay === last(peer)?.replay);
      expect(last(peer)?.contacts, 'what is left of one is counted').toBe(came.flatMap(({ payload }) => payload).length);
    }
  });

  it('of a slow system hold up no other, and of all systems only so many are read at a time', async () => {
    const letGo = Promise.withResolvers<void>();
    const running = new Set<string>();
    let most = 0;
    const slow = ['slow-1', 'slow-2', 'slow-3'];
    await stage.beginAnew(
      { ...quickHub, silenceMs: 60_000, maxReplayQueries: 4 },
      {
        ...memoryStore(),
        newest: async (mitasId) => {
          running.add(mitasId);
          most = Math.max(most, running.size);
          if (slow.includes(mitasId)) await letGo.promise;
          running.delete(mitasId);
          return [];
        },
      },
    );
    const quick = Array.from({ length: 6 }, (_, at) => `quick-${at}`);
    for (const mitasId of [...slow, ...quick]) stage.hub.authority.join(1, mitasId);
    const waiting = await Promise.all(slow.map((mitasId) => stage.enter({ path: socketPath(mitasId) })));
    // However many requests it sends, each slow system has one turn.
    for (const peer of waiting)
      for (let ask = 0; ask < 5; ask++) say(peer, { type: 'subscribe', payload: 'receivers', ask, since: ask * 10_000 });
    await until('the slow ones to be asked', () => running.size === slow.length);
    const served = await Promise.all(quick.map((mitasId) => stage.enter({ path: socketPath(mitasId) })));
    for (const peer of served) say(peer, { type: 'subscribe', payload: 'receivers', since: 1 });
    await until('the quick ones', () => served.every((peer) => heardOf(peer, 'gapFilled').length === 1));
    expect([...running].toSorted()).toEqual(slow);
    expect(most).toBe(4);
    letGo.resolve();
    await until('the slow ones', () =>
      waiting.every((peer) => heardOf(peer, 'gapFilled').some(({ payload }) => payload.ask === 4)),
    );
  });

  it('are read in turn after a failure too', async () => {
    const turns = atMost(2);
    const order: number[] = [];
    const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
    const all = gates.map(({ promise }, at) =>
      turns(async () => {
        order.push(at);
        await promise;
      }).catch(() => 'failed'),
    );
    await until('two', () => order.length === 2);
    gates[1]!.reject(new Error('no'));
    await until('the third', () => order.length === 3);
    gates[0]!.resolve();
    await until('the fourth', () => order.length === 4);
    for (const { resolve } of gates) resolve();
    expect(await Promise.all(all)).toEqual([undefined, 'failed', undefined, undefined, undefined, undefined]);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('make the client ask again when storage fails, and the failure is not shared', async () => {
    let fails = true;
    await stage.beginAnew(quickHub, {
      ...memoryStore(),
      newest: async () => {
        if (fails) throw new Error('the database is away');
        return [];
      },
    });
    const peer = await stage.enter();
    say(peer, { type: 'subscribe', payload: 'receivers', since: 1 });
    await until('the close', () => peer.code !== undefined);
    expect(peer.code).toBe(1011);
    expect(stage.hub.logged.lines.join('\n')).toContain('could not be read');
    fails = false;
    const again = await stage.enter();
    await subscribe(again, { since: 1 });
    await until('the end', () => heardOf(again, 'gapFilled').length === 1);
  });

  it('are dropped, oldest first, counted and told, for a client that cannot follow, whatever the others do (SOCK-17)', async () => {
    await stage.beginAnew({
      ...quickHub,
      silenceMs: 60_000,
      congestedBytes: 64 * 1024,
      ring: { maxContacts: 20_000, maxAgeMs: 60_000 },
    });
    const quick = await stage.enter();
    const slow = await stage.enter();
    await subscribe(quick);
    const { epoch, next } = await subscribe(slow);
    slow.socket.pause();
    let published = 0;
    while (stage.hub.hub.stats().dropped === 0) {
      await stage.hub.publish(freshContacts(5_000));
      published += 5_000;
      await until('the quick one to follow', () => codesOf(quick).length === published);
      expect(stage.hub.hub.stats().systems[0]?.kept).toBeLessThanOrEqual(20_000);
      // The bound may be exceeded by one frame, as frames are sent whole.
      expect(stage.hub.hub.stats().maxUnsentBytes).toBeLessThan(64 * 1024 + 5_000 * 120);
      expect(published, 'the kernel takes no more than so much').toBeLessThan(1_000_000);
      // The hub counts the loss once it can send again.
      if (published > 300_000) slow.socket.resume();
    }
    slow.socket.resume();
    const isThrough = () => heardOf(slow, 'contact').at(-1)?.at && newestOf(slow) === published;
    await until('the slow one to have the newest', () => isThrough() === true);
    const drops = heardOf(slow, 'dropped').map(({ payload }) => payload);
    const lost = drops.reduce((sum, drop) => sum + drop.next - drop.from, 0);
    expect(lost).toBe(stage.hub.hub.stats().dropped);
    expect(lost).toBeGreaterThan(0);
    expect(drops.every((drop) => drop.epoch === epoch)).toBe(true);
    expect(new Set(codesOf(slow)).size + lost).toBe(published - (next - 1));
    expect(heardOf(quick, 'dropped')).toEqual([]);
  });
});

function newestOf(peer: Peer): number {
  const last = heardOf(peer, 'contact').at(-1)!;
  return last.at!.from + [last.payload].flat().length - 1;
}
