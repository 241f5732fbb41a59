import process from 'node:process';
import { createLocalBus } from '../../../host/platform/bus/bus.ts';
import { startHub } from '../../../host/entry/realtime/hub.ts';
import type { Contact } from '#model/entities/contact.ts';
import type { FromHub, ToHub } from './messages.ts';

/**
 * The hub in its own process, fed through its bus at a steady rate, so that its CPU time is separate from the
 * clients'. Each contact's `ts` is its time of publishing; clients measure against it (one machine, one
 * clock).
 */
const bus = createLocalBus();
const silent = {
  info: () => {},
  warn: () => {},
  error: (details: object, text: string) => tell({ kind: 'failed', text, details }),
};

function tell(message: FromHub): void {
  process.send?.(message);
}

/** One person for each token: a person may have only a few sockets. */
const people = new Map<string, number>();
function personOf(token: string): number {
  const known = people.get(token) ?? people.size + 1;
  people.set(token, known);
  return known;
}

const hub = await startHub({
  port: 0,
  bind: '127.0.0.1',
  bus,
  authority: {
    authenticate: async (token) => ({ userId: personOf(token), sessionId: token, expiresAt: Date.now() + 3_600_000 }),
    membership: async () => ({ role: 1, state: 'running', timezone: 'UTC', expiry: null }),
  },
  storedContacts: async () => [],
  border: { isAllowedOrigin: (origin) => origin === 'http://bench', misdirection: () => null, addressOf: () => '' },
  log: silent,
});

/** How often contacts are published, in ms: a few at a time, as receivers send. */
const tickMs = 10;
let feeder: NodeJS.Timeout | undefined;

function feed(perSecond: number): void {
  const startedAt = performance.now();
  let published = 0;
  feeder = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    const ts = Date.now();
    const contacts: Contact[] = [];
    for (; published < due; published++) contacts.push(contactOf(published, ts));
    if (contacts.length > 0) bus.publish({ kind: 'contacts', mitasId: 'bench', contacts });
  }, tickMs);
}

function contactOf(number: number, ts: number): Contact {
  return {
    rxId: 1 + (number % 8),
    ant: 1 + (number % 4),
    freq: 150 + (number % 200) * 0.005,
    code: number % 521,
    type: 8,
    power: -130 + (number % 80),
    ts,
  };
}

process.on('message', (message: ToHub) => {
  if (message.kind === 'feed') feed(message.perSecond);
  if (message.kind === 'usage')
    tell({ kind: 'usage', cpu: process.cpuUsage(), rss: process.memoryUsage.rss(), dropped: hub.stats().dropped });
  if (message.kind === 'stop') {
    clearInterval(feeder);
    void hub.close().then(() => process.exit(0));
  }
});
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready', port: hub.port });
