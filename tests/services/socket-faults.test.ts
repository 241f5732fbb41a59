import { describe, expect, it } from 'vitest';
import {
  type ContactFeedRef,
  selectGap,
  selectGaps,
  selectIncompleteSince,
} from '../../src/machines/socket/contact-feed-machine.ts';
import { selectSilentFor } from '../../src/machines/socket/socket-selectors.ts';
import type { Contact } from '#model/entities/contact.ts';
import { ofType, rules } from '../support/fault-proxy.ts';
import { hasGap, isIn, isLive, faultStage, noDamage } from '../support/fault-stage.ts';
import { quickHub, until } from '../support/live-stage.ts';

/**
 * Lost connections (SOCK-13): the faults of other consoles' trackers, each against the real hub, database and
 * machine.
 */

const stage = faultStage();

/** Only gaps since the page began to receive: earlier contacts were not received either (LIVE-23). */
const gapsOf = ({ feed }: { feed: ContactFeedRef }) => selectGaps(feed.getSnapshot()).filter(({ from }) => from > 0);

describe('a line in good order', () => {
  it('connects, subscribes and delivers contacts in their order', async () => {
    const line = await stage.openLive();
    const contacts = await stage.publish(100);
    expect(await stage.damage(line, contacts)).toEqual(noDamage);
    expect(line.codes).toEqual(contacts.map(({ code }) => code));
    expect(line.facts).toEqual([{ type: 'line.opened' }]);
  });

  it('delivers the other messages to those who want them', async () => {
    const line = await stage.openLive();
    const payload = { rxId: 7, state: 4, ts: 1_000 };
    stage.hub.bus.publish({ kind: 'message', mitasId: 'demo', message: { type: 'newRxState', payload } });
    stage.hub.bus.publish({ kind: 'message', mitasId: 'demo', message: { type: 'newRxModel', payload: { rxId: 7, model: 1 } } });
    stage.hub.bus.publish({ kind: 'message', mitasId: 'demo', message: { type: 'invalidate', payload: ['fleet'] } });
    await until('both', () => line.messages.length === 2);
    expect(line.messages).toEqual([
      { type: 'message.received', message: { type: 'newRxState', payload } },
      { type: 'message.received', message: { type: 'invalidate', payload: ['fleet'] } },
    ]);
  });

  it('is subscribed exactly as long as somebody wants contacts, however many want them (SOCK-24)', async () => {
    const line = await stage.openLive();
    line.subscribe();
    line.unsubscribe();
    const contacts = await stage.publish(5);
    expect(await stage.damage(line, contacts)).toEqual(noDamage);
    line.unsubscribe();
    await until('the subscription to end', () => stage.hub.hub.stats().subscribed === 0);
    await stage.publish(5);
    await until('them to have left without us', () => stage.hub.hub.stats().systems[0]?.head === 10);
    line.subscribe();
    await until('the line to be live', () => isLive(line));
    const later = await stage.publish(5);
    expect(await stage.damage(line, [...contacts, ...later])).toEqual(noDamage);
  });
});

describe('an opening that goes wrong', () => {
  it('gives up an open that hangs, and tries again (SOCK-8)', async () => {
    stage.proxy.hangsOpen = true;
    const line = stage.open();
    line.subscribe();
    await until('a second attempt', () => stage.proxy.opened >= 2);
    stage.proxy.heal();
    await until('the line to be live', () => isLive(line));
    expect(await stage.damage(line, await stage.publish(3))).toEqual(noDamage);
  });

  it('does not take a host for there that opens the socket and says nothing (SOCK-8)', async () => {
    stage.proxy.rule = () => ({ frames: [] });
    const line = stage.open();
    await until('a second attempt', () => stage.proxy.opened >= 2);
    expect(line.facts).toEqual([]);
    stage.proxy.heal();
    await until('the line to open', () => line.facts.some(({ type }) => type === 'line.opened'));
  });

  it('stops after ten attempts, and goes on when the person retries (SOCK-9)', async () => {
    const line = await stage.openLive({ delays: { backOff: 1 } });
    const contacts = await stage.publish(3);
    expect(await stage.damage(line, contacts)).toEqual(noDamage);
    await stage.hub.hub.close();
    const before = stage.proxy.opened;
    await until('the line to fail', () => isIn(line, 'failed'));
    expect(stage.proxy.opened - before).toBe(10);
    expect(hasGap(line)).toBe(true);
    expect(line.window.size).toBe(3);
    expect(line.facts.at(-1)).toEqual({ type: 'line.failed' });
    await stage.begin();
    line.socket.send({ type: 'line.retry' });
    expect(await stage.damage(line, [...contacts, ...(await stage.publish(3))])).toEqual(noDamage);
  });

  it.each(['toHost', 'toClient'] as const)('survives a cut during subscribe (%s)', async (direction) => {
    stage.proxy.rule = rules.cuttingAt(ofType(direction === 'toHost' ? 'subscribe' : 'subscribed'), direction);
    const line = stage.open();
    line.subscribe();
    await until('the line to be live', () => isLive(line));
    expect(stage.proxy.opened).toBe(2);
    expect(await stage.damage(line, await stage.publish(20))).toEqual(noDamage);
  });

  it('takes a line for lost on which the subscription is never answered (SOCK-12)', async () => {
    stage.proxy.rule = rules.dropping(1, ofType('subscribe'), 'toHost');
    const line = stage.open();
    line.subscribe();
    await until('the line to be live', () => isLive(line));
    expect(stage.proxy.opened).toBe(2);
  });
});

describe('a line that breaks', () => {
  it('tells of a silent host before the line is lost, and takes it back when it speaks (SOCK-10)', async () => {
    const line = await stage.openLive({ delays: { silence: 10_000 } });
    const before = await stage.publish(3);
    expect(await stage.damage(line, before)).toEqual(noDamage);
    stage.proxy.isHalfOpen = true;
    const during = await stage.publish(4);
    await until('the silence to be told', () => selectSilentFor(line.socket.getSnapshot()) !== null);
    expect(gapsOf(line)).toMatchObject([{ to: null, partial: false }]);
    stage.proxy.heal();
    await until('a word', () => selectSilentFor(line.socket.getSnapshot()) === null);
    expect(await stage.damage(line, [...before, ...during])).toEqual(noDamage);
    expect(gapsOf(line)).toEqual([]);
  });

  it('finds a half-open connection out by its silence, and fetches the gap (SOCK-11)', async () => {
    const line = await stage.openLive();
    const before = await stage.publish(10);
    expect(await stage.damage(line, before)).toEqual(noDamage);
    stage.proxy.isHalfOpen = true;
    const during = await stage.publish(10);
    await until('the silence to be noticed', () => isIn(line, 'retrying') || stage.proxy.opened > 1);
    expect(hasGap(line)).toBe(true);
    stage.proxy.heal();
    expect(await stage.damage(line, [...before, ...during, ...(await stage.publish(10))])).toEqual(noDamage);
    expect(line.window.tally.duplicate).toBe(0);
  });

  it('lets the hub drop a peer that is silent', async () => {
    await stage.openLive({ delays: { silence: 60_000, connectTimeout: 60_000, replyTimeout: 60_000 } });
    stage.proxy.isHalfOpen = true;
    await until('the hub to let go', () => stage.hub.hub.stats().clients === 0);
    expect(stage.hub.logged.lines.some((line) => line.includes('"code":1006'))).toBe(true);
  });

  it('has one subscription after several reconnects (SOCK-24)', async () => {
    const line = await stage.openLive();
    const contacts: Contact[] = [];
    for (let time = 1; time <= 5; time++) {
      contacts.push(...(await stage.publish(10)));
      expect(await stage.damage(line, contacts)).toEqual(noDamage);
      stage.proxy.cut();
      contacts.push(...(await stage.publish(10)));
      await until('the line to be open again', () => line.facts.filter(({ type }) => type === 'line.opened').length === time + 1);
    }
    expect(await stage.damage(line, [...contacts, ...(await stage.publish(10))])).toEqual(noDamage);
    expect(line.window.tally.duplicate).toBe(0);
  });

  it('fills the gap from storage when the host was started again (SOCK-14)', async () => {
    const line = await stage.openLive();
    const before = await stage.publish(10);
    expect(await stage.damage(line, before)).toEqual(noDamage);
    await stage.hub.hub.close();
    const during = await stage.publish(10);
    await until('the gap to be drawn', () => gapsOf(line).length === 1);
    await stage.begin();
    expect(await stage.damage(line, [...before, ...during, ...(await stage.publish(10))])).toEqual(noDamage);
    expect(gapsOf(line)).toEqual([]);
  });

  it('asks storage again when part of its answer was lost', async () => {
    const line = await stage.openLive();
    const before = await stage.publish(10);
    expect(await stage.damage(line, before)).toEqual(noDamage);
    await stage.hub.hub.close();
    const during = await stage.publish(10);
    stage.proxy.rule = rules.dropping(1, (text) => text.startsWith('{"type":"contact","stored"'));
    await stage.begin();
    expect(await stage.damage(line, [...before, ...during])).toEqual(noDamage);
  });

  it('shows a gap as long as it is not filled, and asks again for one that never is', async () => {
    const line = await stage.openLive();
    const before = await stage.publish(5);
    expect(await stage.damage(line, before)).toEqual(noDamage);
    stage.proxy.rule = (text, direction) => (direction === 'toClient' && ofType('contact')(text) ? { frames: [] } : undefined);
    const lost = await stage.publish(5);
    await until('the gap to be noticed by the heartbeat', () => hasGap(line));
    const asked = line.feed.getSnapshot().context.stream.ask;
    await until('it to be asked for again and again', () => line.feed.getSnapshot().context.stream.ask >= asked + 2);
    expect(hasGap(line)).toBe(true);
    stage.proxy.heal();
    expect(await stage.damage(line, [...before, ...lost])).toEqual(noDamage);
    expect(hasGap(line)).toBe(false);
  });

  it('recovers from storage what the host dropped because the console was too slow (SOCK-17)', async () => {
    await stage.hub.close();
    await stage.begin({ ...quickHub, ring: { maxContacts: 50, maxAgeMs: 60_000 } });
    const line = await stage.openLive();
    // Four times the ring's size at once: most contacts are gone before any client could receive them.
    const contacts = await stage.publish(200);
    await until('the gap', () => hasGap(line));
    expect(await stage.damage(line, contacts)).toEqual(noDamage);
    expect(stage.hub.hub.stats().dropped).toBe(200);
  });

  it('follows over a narrow line, late but whole and without reconnecting', async () => {
    await stage.hub.close();
    await stage.begin({ ...quickHub, silenceMs: 10_000, congestedBytes: 16 * 1024 });
    const line = await stage.openLive({ delays: { silence: 10_000, replyTimeout: 10_000, gapWait: 10_000 } });
    stage.proxy.bytesPerSecond = 300_000;
    const startedAt = performance.now();
    const contacts: Contact[] = [];
    for (let time = 0; time < 20; time++) contacts.push(...(await stage.publish(200)));
    expect(await stage.damage(line, contacts)).toEqual(noDamage);
    expect(line.window.tally.duplicate).toBe(0);
    expect(stage.proxy.opened).toBe(1);
    expect(performance.now() - startedAt, 'the proxy does let through no more than so much').toBeGreaterThan(1_000);
  });

  it('says so when a gap was too long to be fetched whole (SOCK-15)', async () => {
    const line = await stage.openLive();
    await stage.hub.hub.close();
    const contacts = await stage.publish(40);
    await stage.begin({ ...quickHub, maxStoredContacts: 10 });
    await until('what could be had', () => isLive(line) && line.window.size === 10);
    expect(line.codes).toHaveLength(10);
    expect(contacts.map(({ code }) => code)).toEqual(expect.arrayContaining(line.codes));
    expect(selectGap(line.feed.getSnapshot())).toBe(false);
    const since = selectIncompleteSince(line.feed.getSnapshot());
    expect(since).toBeLessThanOrEqual(contacts[0]!.ts);
    const [before, gap, ...others] = gapsOf(line);
    expect(others).toEqual([]);
    expect(before, 'of what was before the page there is not all either').toMatchObject({ partial: true });
    expect(gap).toMatchObject({ partial: true });
    expect(gap!.from).toBeLessThanOrEqual(contacts[0]!.ts);
    expect(gap!.to).toBeGreaterThan(gap!.from);
  });
});
