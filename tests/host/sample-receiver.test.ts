import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import type { CommandType } from '#model/entities/command.ts';
import { type CommandHost, type CommandStage, commandStage, newCommandId } from '../support/command-stage.ts';
import { startTestHost, type TestHost } from '../support/test-host.ts';

/** The sample receiver as its own process, against a real host (CMD-9, VIT-1). */

const file = path.join(import.meta.dirname, '../../samples/receiver.mjs');
const patience = { timeout: 30_000, interval: 50 };

let stage: CommandStage;
let consoles: CommandHost;
let host: TestHost;
beforeAll(async () => {
  stage = await commandStage('ingest');
  consoles = stage.host();
  host = await startTestHost({ database: stage.database });
});
afterAll(async () => {
  await host.close();
  await stage.close();
});

const report = (rxId: number) =>
  stage.database.db.selectFrom('receiver_reports').selectAll().where('rx_id', '=', rxId).executeTakeFirstOrThrow();

/** Runs a receiver that sends to `url` during `work`, and expects its error output. */
async function withReceiver(
  alias: string,
  url: string,
  expected: RegExp,
  work: () => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  const KEY = (await createReceiverKey(stage.database, 'river', `sample ${alias}`)).key;
  const env = { PATH: process.env['PATH'], HOST: url, SYSTEM: 'river', KEY, RECEIVER: alias, EVERY_MS: '50', ...more };
  const receiver = spawn(process.execPath, [file], { env });
  let complaints = '';
  receiver.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaints += chunk));
  try {
    await work();
    expect(complaints).toMatch(expected);
    const ended = once(receiver, 'exit');
    receiver.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    receiver.kill('SIGKILL');
  }
}

/** Sends it a command and waits until it is done; returns the command's id. */
async function commanded(type: CommandType, rxId: number): Promise<string> {
  const commandId = newCommandId();
  const payload = type === 'rxUpdate' ? rxId : [rxId];
  await consoles.say({ type, payload, commandIds: [commandId] } as Parameters<typeof consoles.say>[0]);
  await expect.poll(() => stage.row(commandId), patience).toMatchObject({ status: 'completed', error: null });
  return commandId;
}

test('it sends contacts and status, and carries out commands once each', async () => {
  const [rxId] = stage.rx;
  const count = async (table: string) =>
    (await stage.database.pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]?.n ?? 0;
  await withReceiver('A', host.url, /^$/, async () => {
    await expect.poll(() => count('receivers_asked'), patience).toBe(1);
    await expect.poll(() => count('contacts'), patience).toBeGreaterThan(1);
    expect(await report(rxId)).toMatchObject({ memory_total_mb: 1_000, firmware_patch: 0 });
    for (const type of ['rxUpdate', 'rxReboot', 'rxEraseMemory', 'rxSyncClock', 'rxForceRefresh'] as const)
      await commanded(type, rxId);
    await expect.poll(() => report(rxId), patience).toMatchObject({ firmware_patch: 1 });
  });
});

test('it reports of a modem where one is named (REG-28)', async () => {
  const known = () => stage.database.db.selectFrom('modems').select(['name', 'facts']).execute();
  const readings = async () => (await stage.database.pool.query('select from modem_readings')).rows.length;
  await withReceiver(
    'A',
    host.url,
    /^$/,
    async () => {
      await stage.database.db.insertInto('modems').values({ system_id: 'river', name: 'M1' }).execute();
      await expect.poll(readings, patience).toBeGreaterThan(1);
      const fact = (value: string | number) => [value, expect.any(Number)];
      expect(await known()).toEqual([
        {
          name: 'M1',
          facts: {
            model: fact('CR-4200'),
            network: fact('Northern Mobile'),
            supplyVoltage: fact(12.6),
            coreTemperature: fact(31),
            rssi: fact(-74),
          },
        },
      ]);
    },
    { MODEM: 'M1' },
  );
});

test('what it took is done once, also where its acknowledgement is lost, or the answer to that', async () => {
  const [, rxId] = stage.rx;
  let lost: 'onTheWay' | 'onTheWayBack' | null = null;
  const losses: string[] = [];
  const passOn = async (request: IncomingMessage, reply: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    const how = method === 'POST' && body.includes('"acknowledged"') ? lost : null;
    if (how !== null) {
      lost = null;
      losses.push(how);
    }
    if (how === 'onTheWay') return void request.socket.destroy();
    const { authorization = '' } = headers;
    const given = { authorization, 'content-type': headers['content-type'] ?? 'text/plain' };
    const sent = await fetch(host.url + url, { method, headers: given, ...(method === 'POST' && { body }) });
    const said = await sent.text();
    if (how === 'onTheWayBack') return void request.socket.destroy();
    reply.writeHead(sent.status, { 'content-type': sent.headers.get('content-type') ?? 'text/plain' }).end(said);
  };
  const between = createServer((request, reply) => void passOn(request, reply)).listen(0, '127.0.0.1');
  await once(between, 'listening');
  try {
    const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    await withReceiver('B', url, /^(fetch failed\n){2}$/, async () => {
      await expect.poll(() => report(rxId), patience).toMatchObject({ firmware_patch: 0 });
      // Only a receiver that has asked for commands gets any.
      const asked = stage.database.db.selectFrom('receivers_asked').where('rx_id', '=', rxId).select('rx_id');
      await expect.poll(() => asked.execute(), patience).toHaveLength(1);
      for (const how of ['onTheWay', 'onTheWayBack'] as const) {
        lost = how;
        await commanded('rxUpdate', rxId);
      }
      expect(losses).toEqual(['onTheWay', 'onTheWayBack']);
      // A repeated command has run before this one, whose report is the last.
      await commanded('rxForceRefresh', rxId);
      expect(await report(rxId)).toMatchObject({ firmware_patch: 2 });
    });
  } finally {
    between.closeAllConnections();
    between.close();
  }
});
