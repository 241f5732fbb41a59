import { describe, expect, it } from 'vitest';
import { maxHostFrameChars } from '#model/contract/socket-messages.ts';
import type { Contact } from '#model/entities/contact.ts';
import { ofType, rules } from '../support/fault-proxy.ts';
import { hasGap, isIn, isLive, faultStage, noDamage } from '../support/fault-stage.ts';
import { freshContacts } from '../support/live-contacts.ts';
import { until } from '../support/live-stage.ts';

/**
 * Lost connections (SOCK-20, SOCK-26): faults of frames, tokens, systems and pages (for the line itself see
 * socket-faults.test.ts).
 */

const stage = faultStage();

describe('frames that go wrong', () => {
  it('puts frames in order that overtook each other', async () => {
    const line = await stage.openLive();
    stage.proxy.rule = rules.swapping(ofType('contact'));
    const contacts: Contact[] = [];
    for (let time = 0; time < 10; time++) {
      contacts.push(...(await stage.publish(5)));
      await until('the batch to leave', () => stage.hub.hub.stats().systems[0]?.head === contacts.length);
    }
    stage.proxy.heal();
    expect(await stage.damage(line, contacts)).toEqual(noDamage);
    expect(line.window.tally.duplicate).toBe(0);
  });

  it('takes a frame once that comes three times', async () => {
    const line = await stage.openLive();
    stage.proxy.rule = rules.repeating(3, () => true);
    const contacts = await stage.publish(50);
    expect(await stage.damage(line, contacts)).toEqual(noDamage);
    expect(line.codes).toHaveLength(50);
  });

  it('drops, counts and logs garbage and oversized frames, and lives on (SOCK-3)', async () => {
    const line = await stage.openLive();
    const huge = JSON.stringify({ type: 'invalidate', payload: 'x'.repeat(maxHostFrameChars) });
    const garbage = ['', 'no json', '{"type":7}', '[]', 'null', '{"type":"contact","payload":[{"rxId":"1"}]}', huge];
    for (const text of garbage) stage.proxy.inject(text);
    stage.proxy.inject(Buffer.from([1, 2, 3]));
    stage.proxy.inject('{"type":"weather","payload":"rain"}');
    const contacts = await stage.publish(5);
    expect(await stage.damage(line, contacts)).toEqual(noDamage);
    const { rejectedFrames, unknownMessages } = line.socket.getSnapshot().context;
    expect({ rejectedFrames, unknownMessages }).toEqual({ rejectedFrames: garbage.length + 1, unknownMessages: 1 });
    expect(line.rejected).toHaveLength(garbage.length + 2);
    expect(stage.proxy.opened).toBe(1);
  });
});

describe('tokens, sessions and systems', () => {
  it('does not reconnect forever with an expired token: it asks for a fresh one, once (SOCK-20)', async () => {
    let token = 'token';
    const line = await stage.openLive({ accessToken: () => token });
    const before = await stage.publish(5);
    expect(await stage.damage(line, before)).toEqual(noDamage);
    stage.hub.authority.tokens.delete('token');
    stage.proxy.cut();
    const during = await stage.publish(5);
    await until('a fresh token to be asked for', () => isIn(line, 'waitingForToken'));
    expect(stage.proxy.opened).toBe(2);
    expect(line.facts.filter(({ type }) => type === 'line.unauthorized')).toHaveLength(1);
    token = stage.hub.authority.grant('fresh');
    line.socket.send({ type: 'token.renewed' });
    expect(await stage.damage(line, [...before, ...during])).toEqual(noDamage);
    expect(stage.proxy.opened).toBe(3);
  });

  it('fails when no fresh token comes', async () => {
    const line = await stage.openLive({ delays: { tokenTimeout: 50 } });
    stage.hub.authority.tokens.delete('token');
    stage.proxy.cut();
    await until('the line to fail', () => isIn(line, 'failed'));
    expect(line.facts.at(-1)).toEqual({ type: 'line.failed' });
  });

  it('lives on when its token is renewed in time, and is closed when it is not (SOCK-20)', async () => {
    stage.hub.authority.grant('short', { expiresAt: Date.now() + 600 });
    let token = 'short';
    const line = await stage.openLive({ accessToken: () => token });
    token = stage.hub.authority.grant('longer', { expiresAt: Date.now() + 1_500 });
    line.socket.send({ type: 'token.renewed' });
    await until('the first token to expire', () => Date.now() > (stage.hub.authority.tokens.get('short')?.expiresAt ?? 0) + 100);
    expect(await stage.damage(line, await stage.publish(3))).toEqual(noDamage);
    expect(stage.proxy.opened).toBe(1);
    await until('the second to expire', () => isIn(line, 'waitingForToken'));
  });

  it('does not survive logout (SOCK-21)', async () => {
    const line = await stage.openLive();
    stage.hub.authority.tokens.delete('token');
    stage.hub.bus.publish({ kind: 'sessionEnded', sessionId: 'session-1' });
    await until('the hub to hang up', () => stage.hub.hub.stats().clients === 0);
    await until('the console to know', () => isIn(line, 'waitingForToken'));
    line.stop();
    expect(line.sockets.live).toBe(0);
    await until('the socket to be gone', () => stage.proxy.live === 0);
  });

  it('lets no message of the old system reach the new one (SOCK-26)', async () => {
    const old = await stage.openLive();
    // The person switches while frames of the old system are still in transit.
    stage.proxy.rule = (text, direction) =>
      direction === 'toClient' && ofType('contact')(text) ? { frames: [text], delayMs: 100 } : undefined;
    const late = freshContacts(5);
    await stage.hub.publish(late, 'demo');
    await until('them to have left the hub', () => stage.hub.hub.stats().systems[0]?.head === 5);
    old.stop();
    const line = await stage.openLive({ mitasId: 'river' });
    const contacts = freshContacts(5);
    await stage.hub.publish(contacts, 'river');
    expect(await stage.damage(line, contacts)).toEqual(noDamage);
    expect(old.codes).toEqual([]);
    expect(old.sockets.live).toBe(0);
  });

  it('hangs up on a host that speaks for another system (SOCK-26)', async () => {
    const line = await stage.openLive();
    stage.proxy.inject(JSON.stringify({ type: 'heartbeat', payload: { mitasId: 'river', ts: Date.now() } }));
    await until('a new connection', () => stage.proxy.opened === 2 && isLive(line));
    expect(line.facts.map(({ type }) => type)).toEqual(['line.opened', 'line.lost', 'line.opened']);
  });

  it('is put out when the membership ends (SOCK-21)', async () => {
    const line = await stage.openLive();
    stage.hub.authority.leave(1, 'demo');
    stage.hub.bus.publish({ kind: 'membershipChanged', userId: 1, mitasId: 'demo' });
    await until('the refusal', () => line.facts.some(({ type }) => type === 'line.refused'));
    expect(line.facts.at(-1)).toEqual({ type: 'line.refused', code: 4403 });
    expect(stage.hub.hub.stats().clients).toBe(0);
  });

  it('lets no token into the log (SOCK-5)', async () => {
    const line = await stage.openLive({ accessToken: () => 'token' });
    stage.proxy.cut();
    await until('a reconnection', () => stage.proxy.opened === 2 && isLive(line));
    expect(stage.hub.logged.lines.join('\n')).not.toContain('bearer');
    expect(JSON.stringify(line.socket.getPersistedSnapshot())).not.toMatch(/bearer|"token"/);
  });
});

describe('a page that rests', () => {
  it('lets go of a tab hidden for minutes, and catches up when it is shown (SOCK-22)', async () => {
    const line = await stage.openLive();
    const before = await stage.publish(5);
    expect(await stage.damage(line, before)).toEqual(noDamage);
    line.around('hidden');
    await until('the line to rest', () => isIn(line, 'suspended'));
    await until('the socket to be gone', () => stage.hub.hub.stats().clients === 0);
    expect(hasGap(line)).toBe(true);
    const during = await stage.publish(5);
    line.around('visible');
    expect(await stage.damage(line, [...before, ...during])).toEqual(noDamage);
  });

  it('looks whether the line lives when the tab is shown again soon', async () => {
    const line = await stage.openLive({ delays: { hiddenLimit: 60_000, silence: 60_000 } });
    line.around('hidden');
    stage.proxy.isHalfOpen = true;
    const during = await stage.publish(5);
    line.around('visible');
    await until('the dead line to be noticed', () => stage.proxy.opened > 1);
    stage.proxy.heal();
    expect(await stage.damage(line, during)).toEqual(noDamage);
  });

  it('reconnects at once when the computer slept', async () => {
    const line = await stage.openLive({ delays: { silence: 60_000 } });
    stage.proxy.isHalfOpen = true;
    const during = await stage.publish(5);
    line.around('woke');
    await until('a new attempt', () => stage.proxy.opened > 1);
    stage.proxy.heal();
    expect(await stage.damage(line, during)).toEqual(noDamage);
  });

  it('does not wait for the back-off when the network is back (SOCK-9)', async () => {
    const line = await stage.openLive({ delays: { backOff: 60_000 } });
    stage.proxy.cut();
    await until('the back-off', () => isIn(line, 'retrying'));
    line.around('online');
    expect(await stage.damage(line, await stage.publish(5))).toEqual(noDamage);
  });
});
