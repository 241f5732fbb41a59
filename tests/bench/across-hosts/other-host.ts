import process from 'node:process';
import { pino } from 'pino';
import type { Contact } from '#model/entities/contact.ts';
import { createLocalBus } from '../../../host/platform/bus/bus.ts';
import { openLine } from '../../../host/platform/bus/database-line.ts';
import { openWire } from '../../../host/platform/bus/open-wire.ts';
import { startRelay } from '../../../host/platform/bus/relay.ts';
import { connectDatabase } from '../../../host/platform/store/database.ts';

/**
 * The bus of a host in its own process. It publishes contacts at the rate (a second) of the last message
 * received; 0 ends it. Each contact's `ts` is its time of publishing.
 */
const { url, busUrl } = JSON.parse(process.argv[2] ?? '') as { url: string; busUrl?: string };
const log = pino({ level: 'warn' }, pino.destination(2));
const bus = createLocalBus();
const database = await connectDatabase(url, log);
const line = openLine(database.pool.options, log);
const { wire, close } = await openWire({ busUrl, database, line }, log);
const relay = startRelay({ bus, wire, log });

/** How often contacts are published, in ms: a few at a time, as receivers send. */
const tickMs = 10;
let feeder: NodeJS.Timeout | undefined;
let published = 0;

function feed(perSecond: number): void {
  const startedAt = performance.now();
  const before = published;
  feeder = setInterval(() => {
    const due = before + Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    const ts = Date.now();
    const contacts: Contact[] = [];
    for (; published < due; published += 1)
      contacts.push({
        rxId: 1 + (published % 8),
        ant: 1,
        freq: 150 + (published % 200) * 0.005,
        code: published % 521,
        type: 8,
        power: -80,
        ts,
      });
    if (contacts.length > 0) bus.publish({ kind: 'contacts', mitasId: 'bench', contacts });
  }, tickMs);
}

process.on('message', (perSecond: number) => {
  clearInterval(feeder);
  if (perSecond > 0) feed(perSecond);
  else void end();
});

async function end(): Promise<void> {
  await relay.close();
  await close();
  await line.close();
  await database.close();
  process.exit(0);
}
