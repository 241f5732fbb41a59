import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { socketPath, socketProtocols } from '#model/contract/socket-messages.ts';
import { createLineAhead, keptForMs } from '../../src/services/socket/line-ahead.ts';
import { pageLines } from '../../src/services/socket/page-lines.ts';
import type { OpenedSocket, SocketListener } from '../../src/services/socket/socket-port.ts';

/** The live line, opened before the page knows who is logged in (SPEED-19). */

const origin = 'wss://host.test:8081';
const lines = (mitasId: string): string => origin + socketPath(mitasId);
const url = lines('north');
const address = { url, protocols: socketProtocols('token') };

type Opened = { url: string; listener: SocketListener; sent: string[]; isClosed: boolean };

/** Opens a page; `told` is how the host addresses lines, and `opened` collects the sockets of the page. */
function stage(told: ((mitasId: string) => string) | null = lines) {
  const opened: Opened[] = [];
  const ahead = createLineAhead(
    (to, listener): OpenedSocket => {
      if (to.url.startsWith('nonsense')) throw new SyntaxError('no address');
      const socket: Opened = { url: to.url, listener, sent: [], isClosed: false };
      opened.push(socket);
      return { send: (text) => void socket.sent.push(text), close: () => void (socket.isClosed = true) };
    },
    told,
    Date.now,
  );
  const heard: string[] = [];
  const listener: SocketListener = {
    heard: (text, heldMs = 0) => void heard.push(heldMs === 0 ? text : `${text}, ${heldMs} ms ago`),
    closed: (code) => void heard.push(`closed ${code}`),
  };
  return { ahead, opened, heard, listener };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('is the socket of whoever asks for that address with that token, with all that was heard on it', async () => {
  const { ahead, opened, heard, listener } = stage();
  ahead.begin('north', 'token');
  opened[0]?.listener.heard('first');
  vi.advanceTimersByTime(1_500);
  const socket = ahead.open(address, listener);
  expect(heard, 'nothing is heard before whoever opened it has it').toEqual([]);
  await Promise.resolve();
  opened[0]?.listener.heard('second');
  socket.send('a word');
  expect(opened).toHaveLength(1);
  expect([heard, opened[0]?.sent]).toEqual([['first, 1500 ms ago', 'second'], ['a word']]);
  vi.advanceTimersByTime(keptForMs);
  expect(opened[0]?.isClosed).toBe(false);
  opened[0]?.listener.closed(1006, '');
  expect(heard.at(-1)).toBe('closed 1006');
});

test('nothing is heard of one that was hung up', async () => {
  const { ahead, opened, heard, listener } = stage();
  ahead.begin('north', 'token');
  opened[0]?.listener.heard('first');
  ahead.open(address, listener).close();
  await Promise.resolve();
  expect([heard, opened[0]?.isClosed]).toEqual([[], true]);
});

test.each([
  ['another address', { ...address, url: `ws://other.test${socketPath('north')}` }],
  ['another token', { ...address, protocols: socketProtocols('newer') }],
])('for %s it is closed, and another one opened', (_, wanted) => {
  const { ahead, opened, listener } = stage();
  ahead.begin('north', 'token');
  ahead.open(wanted, listener);
  expect(opened.map(({ url: to, isClosed }) => [to, isClosed])).toEqual([
    [url, true],
    [wanted.url, false],
  ]);
});

test.each([
  ['nobody is logged in', 'north', null, lines],
  ['no system is wanted', null, 'token', lines],
  ['the host told nothing', 'north', 'token', null],
  ['what it told is no address', 'north', 'token', () => 'nonsense'],
])('nothing is opened ahead where %s', (_, mitasId, token, told) => {
  const { ahead, opened, listener } = stage(told);
  ahead.begin(mitasId, token);
  expect(opened).toEqual([]);
  ahead.open(address, listener);
  expect(opened).toHaveLength(1);
});

test.each([
  ['nobody takes it', () => vi.advanceTimersByTime(keptForMs)],
  ['it says more than a host does', ([socket]: Opened[]) => Array.from({ length: 20 }, () => socket?.listener.heard('word'))],
  ['another begins', (_: Opened[], begin: () => void) => begin()],
])('it is closed where %s', (_, happens) => {
  const { ahead, opened, listener } = stage();
  ahead.begin('north', 'token');
  happens(opened, () => ahead.begin(null, 'token'));
  expect(opened[0]?.isClosed).toBe(true);
  ahead.open(address, listener);
  expect(opened).toHaveLength(2);
});

test('one that the host has closed says so to whoever takes it: the host is not asked again', async () => {
  const { ahead, opened, heard, listener } = stage();
  ahead.begin('north', 'token');
  opened[0]?.listener.heard('first');
  opened[0]?.listener.closed(4405, '');
  ahead.open(address, listener);
  await Promise.resolve();
  expect([opened.length, heard]).toEqual([1, ['first', 'closed 4405']]);
});

test('one that was given up takes nothing from the next', () => {
  const { ahead, opened, listener } = stage();
  ahead.begin('north', 'token');
  for (let frame = 0; frame < 20; frame += 1) opened[0]?.listener.heard('word');
  vi.advanceTimersByTime(keptForMs / 2);
  ahead.begin('north', 'token');
  vi.advanceTimersByTime(keptForMs / 2);
  ahead.open(address, listener);
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

test('where lines are is read from the page’s own Server-Timing, by the one rule of their addresses (SOCK-1)', () => {
  const told = (...entries: object[]) => pageLines({ getEntriesByType: () => entries as PerformanceEntryList })?.('north');
  const serverTiming = (description: string) => [{ name: 'other' }, { name: 'socket', description }];
  const name = 'https://host.test/login';
  expect(told({ name, serverTiming: serverTiming('host.test:8081') })).toBe(url);
  expect(told({ name: 'http://localhost:8080/', serverTiming: serverTiming('localhost:8081') })).toBe(
    `ws://localhost:8081${socketPath('north')}`,
  );
  expect(told({ name: 'http://host.test/', serverTiming: serverTiming('host.test:8081') }), 'no token goes in the clear').toBe(
    url,
  );
  expect([told({ name, serverTiming: [] }), told({ name }), told(), told({ name, serverTiming: serverTiming('?') })]).toEqual(
    Array(4).fill(undefined),
  );
});
