import { createConnection, type Socket } from 'node:net';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Load, Sent, SenderInput } from './messages.ts';

/**
 * Sends contacts and statuses by the clock, however the host answers: requests that are due while no
 * connection is free wait here, and the wait counts. Uses bare sockets: a costlier client would measure
 * itself.
 */
const { port, mitasId, key, rxIds, seconds, contacts, statuses } = JSON.parse(process.argv[2] ?? '{}') as SenderInput;

const receiversEach = 20;
const codesEach = 10;
const tickMs = 5;
/** How long (ms) requests in progress may take at the end. */
const patienceMs = 30_000;

const began = performance.now();
/** The wall clock at the start. */
const origin = Date.now();

function contactLines(request: number, dueAt: number, count: number): string {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const rxId = rxIds[(request * receiversEach + (i % receiversEach)) % rxIds.length];
    const ts = dueAt - Math.floor(i / receiversEach);
    lines.push(`{"rxId":${rxId},"ant":1,"freq":150.5,"code":${i % codesEach},"type":8,"power":${-60 - (i % 40)},"ts":${ts}}`);
  }
  return lines.join('\n');
}

/** Returns a status of the next receiver, with its measurements and, now and then, its state. */
function statusLine(request: number, dueAt: number): string {
  const rxId = rxIds[request % rxIds.length];
  const state = request % 10 === 0 ? ',"state":4' : '';
  return `{"rxId":${rxId},"ts":${dueAt},"voltage":12.${request % 10},"memoryUsedMb":${request % 4096},"memoryTotalMb":4096,"temperature":18.5${state}}`;
}

async function send(what: 'contacts' | 'status', { perSecond, each, connections }: Load): Promise<Sent> {
  const head = `POST /api/ingest/${mitasId}/${what} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Receiver ${key}\r\ncontent-type: application/x-ndjson\r\ncontent-length: `;
  const requests = Math.floor((perSecond * seconds) / each);
  const sent: Sent = { accepted: 0, inTime: 0, waits: [], refusals: 0, refused: [] };
  const opened = await Promise.all(Array.from({ length: connections }, open));
  const free = [...opened];
  let [next, underWay] = [0, 0];
  while (next < requests || underWay > 0) {
    const now = performance.now() - began;
    if (now > seconds * 1_000 + patienceMs) {
      const left = requests - next + underWay;
      return { ...sent, refusals: sent.refusals + left, refused: [...sent.refused, `${left} without an answer`] };
    }
    for (let due = dueMs(next); next < requests && due <= now && free.length > 0; due = dueMs(next)) {
      const dueAt = Math.floor(origin + due);
      const body = what === 'contacts' ? contactLines(next, dueAt, each) : statusLine(next, dueAt);
      next += 1;
      underWay += 1;
      const socket = free.shift() as Socket;
      void post(socket, `${head}${body.length}\r\n\r\n${body}`).then((answer) => {
        const at = performance.now() - began;
        underWay -= 1;
        free.push(socket);
        sent.waits.push(at - due);
        const accepted = /"accepted":(\d+)/.exec(answer)?.[1];
        if (answer.startsWith('HTTP/1.1 200') && Number(accepted) === each) {
          sent.accepted += each;
          if (at <= seconds * 1_000) sent.inTime += each;
        } else if (++sent.refusals <= 5) sent.refused.push(answer);
      });
    }
    await delay(tickMs);
  }
  for (const socket of opened) socket.end();
  return sent;

  function dueMs(request: number): number {
    return (request * each * 1_000) / perSecond;
  }
}

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject).once('connect', () => resolve(socket));
  });
}

function post(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const hungUp = () => reject(new Error(`The host hung up after:\n${answer}`));
    const hear = (piece: Buffer) => {
      answer += piece.toString('latin1');
      const body = answer.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1]);
      if (body < 4 || answer.length < body + length) return;
      socket.off('data', hear).off('close', hungUp);
      resolve(answer);
    };
    socket.on('data', hear).once('close', hungUp);
    socket.write(text);
  });
}

const [ofContacts, ofStatuses] = await Promise.all([send('contacts', contacts), send('status', statuses)]);
process.stdout.write(JSON.stringify({ contacts: ofContacts, statuses: ofStatuses }), () => process.exit(0));
