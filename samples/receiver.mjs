#!/usr/bin/env node
// A receiver in plain Node: sends what it hears and how it is, asks for commands and answers them.
//   HOST=http://127.0.0.1:8080 SYSTEM=field KEY=… RECEIVER='R1' node samples/receiver.mjs
// MODEM='M1' has it report of that modem as well. The key is made by `npm run admin -- keys create SYSTEM NAME`.
// Ends with ctrl-c. Rules: ING, VIT, REG-28, CMD-9.
import { setTimeout as wait } from 'node:timers/promises';

const {
  HOST = 'http://127.0.0.1:8080',
  SYSTEM = 'field',
  KEY = '',
  RECEIVER = 'R1',
  MODEM = '',
  EVERY_MS = '5000',
} = process.env;
const ingest = `${HOST}/api/ingest/${SYSTEM}`;
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());

// What a receiver knows of itself.
let [memoryUsedMb, patch] = [12, 0];
// What it was told to do, the last thousand: one that comes again, as its acknowledgement got lost, is not
// done again.
const known = new Set();
const remembered = 1_000;
// What it has to do, until it is done: whether or not the host heard that it was taken.
const toDo = [];
// What it has to say of them, until it is said.
const answers = [];

async function call(method, path, items) {
  const body = items?.map((item) => JSON.stringify(item)).join('\n');
  const headers = { authorization: `Receiver ${KEY}`, 'content-type': 'application/x-ndjson' };
  const sent = body === undefined ? { method } : { method, body };
  const reply = await fetch(ingest + path, { ...sent, headers, signal: AbortSignal.timeout(30_000) });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

const sendContact = () =>
  call('POST', '/contacts', [{ receiver: RECEIVER, ant: 1, freq: 150.5, code: 42, type: 18, power: -80, ts: Date.now() }]);
const sendStatus = () => {
  const firmware = `1.0.${patch}`;
  return call('POST', '/status', [
    { receiver: RECEIVER, ts: Date.now(), state: 4, voltage: 12.4, memoryUsedMb, memoryTotalMb: 1000, firmware },
  ]);
};

const sendModem = async () => {
  if (MODEM === '') return;
  const known = { model: 'CR-4200', network: 'Northern Mobile' };
  await call('POST', '/modems', [
    { modem: MODEM, ts: Date.now(), ...known, supplyVoltage: 12.6, coreTemperature: 31, rssi: -74 },
  ]);
};

const actions = {
  rxUpdate: () => (patch += 1),
  rxReboot: () => wait(100),
  rxEraseMemory: () => (memoryUsedMb = 0),
  rxSyncClock: () => {},
  rxScheduleRefresh: () => {},
  rxForceRefresh: () => sendStatus(),
};

function take(commands) {
  for (const command of commands) {
    if (known.has(command.commandId)) continue;
    known.add(command.commandId);
    toDo.push(command);
  }
  for (const oldest of known) if (known.size > remembered) known.delete(oldest);
}

async function obey({ commandId, commandType }) {
  try {
    await actions[commandType]();
    answers.push({ commandId, status: 'completed' });
  } catch (error) {
    answers.push({ commandId, status: 'failed', error: `It could not do it: ${error.message}` });
  }
}

async function ask() {
  const { commands } = await call('GET', `/commands?receiver=${encodeURIComponent(RECEIVER)}`);
  take(commands);
  const taken = commands.map(({ commandId }) => ({ commandId, status: 'acknowledged' }));
  if (taken.length > 0) await call('POST', '/commands', taken);
}

async function act() {
  for (const command of toDo.splice(0)) await obey(command);
}

async function answer() {
  if (answers.length > 0) await call('POST', '/commands', answers);
  answers.length = 0;
}

while (!ending.signal.aborted) {
  // Each by itself: a host that takes no contacts now may still have a command.
  for (const step of [sendContact, sendStatus, sendModem, ask, act, answer]) {
    await step().catch((error) => process.stderr.write(`${error.message}\n`));
  }
  memoryUsedMb = Math.min(1000, memoryUsedMb + 1);
  await wait(Number(EVERY_MS), undefined, { signal: ending.signal }).catch(() => {});
}
