import { createConnection, type Socket } from 'node:net';
import process from 'node:process';

/**
 * The sending side of the bench of small posts: `connections` senders, each of which posts one contact, waits
 * for the answer and posts the next, for `seconds`. Uses bare sockets: a costlier client would measure
 * itself. Reports how many posts were answered, and the 95th percentile of their wait.
 */
const { port, path, key, rxIds, connections, seconds } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number;
  path: string;
  key: string;
  rxIds: number[];
  connections: number;
  seconds: number;
};

const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Receiver ${key}\r\ncontent-type: application/x-ndjson\r\ncontent-length: `;
const waits: number[] = [];
const began = performance.now();
const end = began + seconds * 1000;
let posts = 0;

function nextPost(): string {
  const number = (posts += 1);
  const rxId = rxIds[number % rxIds.length];
  const body = `{"rxId":${rxId},"ant":1,"freq":150.${100 + (number % 40) * 5},"code":${number % 500},"type":8,"power":${-60 - (number % 60)},"ts":${Date.now()}}`;
  return `${head}${body.length}\r\n\r\n${body}`;
}

/** Bodies differ in more than their time, or two of one millisecond would be the same contact. */
function send(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    let sentAt = 0;
    const post = () => {
      sentAt = performance.now();
      socket.write(nextPost());
    };
    socket.on('error', reject).on('close', () => reject(new Error(`The host hung up after:\n${text}`)));
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      const body = text.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
      if (body < 4 || text.length < body + length) return;
      if (!text.includes('"accepted":1,')) return reject(new Error(text));
      text = '';
      waits.push(performance.now() - sentAt);
      if (performance.now() < end) return post();
      socket.removeAllListeners('close').end();
      resolve();
    });
    socket.once('connect', post);
  });
}

await Promise.all(Array.from({ length: connections }, () => send(createConnection({ port, host: '127.0.0.1', noDelay: true }))));
const took = (performance.now() - began) / 1000;
waits.sort((one, other) => one - other);
process.stdout.write(JSON.stringify({ posts: waits.length, seconds: took, p95: waits[Math.floor(waits.length * 0.95)] }));
