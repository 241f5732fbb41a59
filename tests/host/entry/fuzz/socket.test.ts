import fc from 'fast-check';
import { connect } from 'node:net';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { newestContacts } from '../../../../host/platform/store/contacts/contacts-query.ts';
import { closeCodes, outgoingSchemas, socketPath, socketProtocol } from '#model/contract/socket-messages.ts';
import type { Schema } from '#model/contract/call.ts';
import { fitting, hostile, nearlyFitting, oddTexts } from '../../../support/contract-arbitraries.ts';
import { hubStage, pageOrigin, quickHub, type HubStage, until } from '../../../support/live-stage.ts';
import { bearer, textOf } from '../../../support/peer-stage.ts';
import { openSession } from '../../../support/open-session.ts';
import { addPerson, addSystem, startTestHost, type TestHost } from '../../../support/test-host.ts';
import { runs } from '../../../support/thorough.ts';

/**
 * The websocket under arbitrary input: handshakes as raw bytes, and frames generated from the contract's own
 * schemas, nearly valid and hostile, against the real accounts and contacts of a real database. FUZZ_SEED=n
 * tries another seed; a failure names its seed.
 */

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const requests = runs(300);

let host: TestHost;
let stage: HubStage;
let token: string;

beforeAll(async () => {
  host = await startTestHost();
  const ann = await addPerson(host, 'ann');
  await addSystem(host, 'own', [[ann, 1]]);
  ({ token } = await openSession(host, ann));
  const store = {
    insert: async () => [],
    newest: (mitasId: string, since: number, limit: number) => newestContacts(host.database.pool, mitasId, since, limit),
  };
  // Limits on the rate are tested elsewhere; here every message should be read. A slow machine's silence ends
  // no line.
  const patient = { silenceMs: 60_000, messageBurst: 1e9, messagesPerSecond: 1e9, maxUnreadable: 1e9 };
  stage = await hubStage(store, { ...quickHub, ...patient });
  stage.authority.authenticate = (given) => host.accounts.authority.authenticate(given);
  stage.authority.membership = (userId, mitasId) => host.accounts.authority.membership(userId, mitasId);
});
afterAll(async () => {
  await stage.close();
  await host.close();
});

type Line = { socket: WebSocket; heard: string[]; code: number | undefined };

/** Opens a console's socket. */
async function enter(): Promise<Line> {
  const socket = new WebSocket(`ws://127.0.0.1:${stage.hub.port}${socketPath('own')}`, bearer(token), { origin: pageOrigin });
  const line: Line = { socket, heard: [], code: undefined };
  socket.on('message', (data) => line.heard.push(textOf(data)));
  socket.on('close', (code) => (line.code = code));
  socket.on('error', () => undefined);
  await until('the greeting', () => line.heard.length > 0 || line.code !== undefined);
  expect(line.code).toBeUndefined();
  return line;
}

const schemas: [string, Schema][] = Object.entries(outgoingSchemas);
const frames: fc.Arbitrary<string | Buffer> = fc.oneof(
  ...schemas.flatMap(([, schema]) => [fitting(schema), nearlyFitting(schema)].map((values) => values.map(asText))),
  hostile.map(asText),
  fc.constantFrom(...oddTexts),
  fc.constantFrom(...schemas.map(([type]) => type), 'constructor', '__proto__', 'toString').map((type) => asText({ type })),
  fc.constantFrom('{"type":"ping","type":"subscribe"}', '{"__proto__":{"type":"ping"}}', '['.repeat(60_000), ' '.repeat(60_000)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

function asText(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/**
 * Valid reasons to end a line: an invalid token, or a frame that no line accepts. Never an internal error
 * (1011).
 */
const fair: number[] = [closeCodes.unauthorized, closeCodes.badFrames];

test('whatever is said, the line answers or is closed for a reason', async () => {
  let line = await enter();
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(frames, { minLength: 1, maxLength: 20 }), async (said) => {
      if (line.code !== undefined) line = await enter();
      line.heard.length = 0;
      for (const frame of said) line.socket.send(frame);
      line.socket.send('{"type":"unknown to all"}');
      const hasAnswered = () => line.heard.some((text) => text.includes('unknown to all'));
      await until('an answer or the end', () => line.code !== undefined || hasAnswered());
      if (line.code === undefined) answered++;
      else expect(fair, `closed by ${line.code}`).toContain(line.code);
    }),
    { numRuns: requests, seed },
  );
  expect(answered).toBeGreaterThan(requests / 3);
  line.socket.terminate();
  expect(stage.logged.lines.filter((text) => text.startsWith('error'))).toEqual([]);
});

/** Sends raw bytes and returns the status of the answer; 0 if the host just hangs up. */
async function knock(bytes: string): Promise<number> {
  const socket = connect(stage.hub.port, '127.0.0.1');
  socket.on('error', () => undefined).setEncoding('latin1');
  socket.write(bytes, 'latin1');
  let said = '';
  let isOver = false;
  socket.on('data', (chunk: string) => (said += chunk)).on('close', () => (isOver = true));
  await until('a status or the end', () => said.includes('\r\n') || isOver);
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0);
}

const inHeader = (text: string) => Buffer.from(text.replaceAll(/[\r\n]/g, '')).toString('latin1');
const odd = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary-ascii', maxLength: 40 })).map(inHeader);
/** Mostly the usual value, so that one odd part at a time is tested. */
const mostly = (usual: string, other: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: other });

const handshakes = fc.record({
  path: mostly(
    '/socket/own',
    fc.oneof(
      odd.map((text) => `/socket/${encodeURIComponent(text)}`),
      fc.constantFrom(
        '/',
        '/socket',
        '/socket/',
        '/socket/own/',
        '/socket/%',
        '/socket/%00',
        '/socket/own%00',
        '/socket/%ED%A0%80',
        '*',
      ),
      fc.constantFrom(
        '/socket/own?x=%00',
        '/socket/other',
        '//socket/own',
        'http://elsewhere/socket/own',
        `/socket/${'x'.repeat(5_000)}`,
      ),
    ),
  ),
  origin: mostly(pageOrigin, odd),
  protocol: fc.oneof(
    { weight: 5, arbitrary: fc.constant('real') },
    { weight: 3, arbitrary: odd },
    { weight: 2, arbitrary: odd.map((text) => `${socketProtocol}, bearer.${text}`) },
    { weight: 1, arbitrary: fc.constantFrom(socketProtocol, 'bearer.', `${socketProtocol}, bearer.`, ', ,', 'x,'.repeat(2_000)) },
  ),
  version: mostly('13', fc.constantFrom('0', '8', '99', '')),
  key: mostly('dGhlIHNhbXBsZSBub25jZQ==', odd),
  more: mostly(
    '',
    fc.constantFrom('Origin: http://127.0.0.1:8080', 'Upgrade: h2c', 'Content-Length: 5', 'Sec-WebSocket-Extensions: x; y="'),
  ),
});

test('however it is knocked, the door answers by a refusal or lets in', async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(handshakes, async ({ path, origin, protocol, version, key, more }) => {
      const lines = [
        `GET ${path} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: Upgrade',
        'Upgrade: websocket',
        `Origin: ${origin}`,
        `Sec-WebSocket-Protocol: ${protocol === 'real' ? bearer(token).join(', ') : protocol}`,
        `Sec-WebSocket-Version: ${version}`,
        `Sec-WebSocket-Key: ${key}`,
        ...(more === '' ? [] : [more]),
      ];
      const status = await knock(`${lines.join('\r\n')}\r\n\r\n`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: requests, seed },
  );
  expect(statuses.get(101)).toBeGreaterThan(requests / 30);
  expect(statuses.get(400)).toBeGreaterThan(requests / 30);
  const line = await enter();
  line.socket.terminate();
  expect(stage.logged.lines.filter((text) => text.startsWith('error'))).toEqual([]);
});
