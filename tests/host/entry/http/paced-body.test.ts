import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PacedBody } from '../../../../host/entry/http/paced-body.ts';

/** Makes a request whose body the test sends, on the test's clock. */
function receive(): { request: IncomingMessage; body: PacedBody; outcome: () => string; got: () => number } {
  const request = new IncomingMessage(new Socket());
  const body = new PacedBody(request);
  let outcome = 'reading';
  let got = 0;
  body.on('data', (piece: Buffer) => (got += piece.length));
  body.on('end', () => (outcome = 'whole'));
  body.on('error', (error) => (outcome = 'status' in error ? String(error.status) : error.message));
  return { request, body, outcome: () => outcome, got: () => got };
}

/**
 * Sends `bytes` each second for `seconds`, or until the body fails. Returns how many seconds it was accepted.
 */
async function trickle({ request, outcome }: ReturnType<typeof receive>, bytes: number, seconds: number): Promise<number> {
  for (let second = 0; second < seconds; second++) {
    if (bytes > 0) request.push(Buffer.alloc(bytes));
    await vi.advanceTimersByTimeAsync(1_000);
    if (outcome() !== 'reading') return second + 1;
  }
  return seconds;
}

async function end({ request }: ReturnType<typeof receive>): Promise<void> {
  request.complete = true;
  request.push(null);
  await vi.advanceTimersByTimeAsync(0);
}

describe('a body (CALL-15)', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([0, 1, 50])('of %i bytes a second is given up within half a minute', async (bytes) => {
    const sender = receive();
    expect(await trickle(sender, bytes, 300)).toBeLessThanOrEqual(30);
    expect(sender.outcome()).toBe('408');
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([300, 2_000])('of %i bytes a second comes whole, as long as it may take', async (bytes) => {
    const sender = receive();
    expect(await trickle(sender, bytes, 295)).toBe(295);
    await end(sender);
    expect([sender.outcome(), sender.got()]).toEqual(['whole', bytes * 295]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('may stall for half a minute after its first kilobytes, and no longer', async () => {
    const sender = receive();
    await trickle(sender, 2_000, 10);
    expect(await trickle(sender, 0, 28)).toBe(28);
    expect(sender.outcome()).toBe('reading');
    await trickle(sender, 2_000, 1);
    expect(await trickle(sender, 0, 300)).toBeLessThanOrEqual(30);
    expect(sender.outcome()).toBe('408');
  });

  test('is not late while the host itself does not read on', async () => {
    const sender = receive();
    await trickle(sender, 10, 1);
    sender.body.pause();
    for (let i = 0; i < 4; i++) sender.request.push(Buffer.alloc(64 * 1024));
    await vi.advanceTimersByTimeAsync(250_000);
    expect(sender.outcome()).toBe('reading');
    sender.body.resume();
    await vi.advanceTimersByTimeAsync(1_000);
    await end(sender);
    expect([sender.outcome(), sender.got()]).toEqual(['whole', 4 * 64 * 1024 + 10]);
  });

  test('fails when its sender goes away, and leaves no timer behind', async () => {
    const sender = receive();
    await trickle(sender, 10, 1);
    sender.request.emit('close');
    await vi.advanceTimersByTimeAsync(0);
    expect(sender.outcome()).toBe('The sender went away before its body had come');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that nobody reads waits for nothing', async () => {
    const request = new IncomingMessage(new Socket());
    const body = new PacedBody(request);
    await vi.advanceTimersByTimeAsync(300_000);
    expect([body.destroyed, request.listenerCount('data'), vi.getTimerCount()]).toEqual([false, 0, 0]);
  });
});
