import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { SMTPServer } from 'smtp-server';

/** An email that the server has accepted. */
export type TakenMail = { to: string; messageId: string; raw: string };

/**
 * What the server does with an email to an address. `refuse` and `defer` answer the recipient with 550 and
 * 451, `refuseData` the message with 554. `stall` stops answering, and `stallAfter` does so after storing the
 * email. `dropBefore` cuts the line before the 250 and stores nothing; `dropAfter` stores it first. `think`
 * stores it too, and answers when the behaviour is changed.
 */
export type Mischief =
  | 'none'
  | 'refuse'
  | 'defer'
  | 'refuseData'
  | 'refuseSender'
  | 'stall'
  | 'stallAfter'
  | 'dropBefore'
  | 'dropAfter'
  | 'think';

export type MailStage = {
  url: string;
  taken: readonly TakenMail[];
  /** Returns how often a message to that address was begun. */
  triesOf: (address: string) => number;
  /** Sets the behaviour for later emails to that address. */
  behave: (address: string, how: Mischief) => void;
  /** Returns the highest number of connections open at once. */
  mostConnections: () => number;
  close: () => Promise<void>;
};

const host = '127.0.0.1';

/** Starts a real SMTP server on loopback, at a free port or at the one it had before. */
export async function startMailServer({
  port = 0,
  login,
}: { port?: number; login?: { user: string; password: string } } = {}): Promise<MailStage> {
  const taken: TakenMail[] = [];
  const tries = new Map<string, number>();
  const ways = new Map<string, Mischief>();
  const thoughts = new Map<string, () => void>();
  let most = 0;
  const wayOf = (address: string): Mischief => ways.get(address) ?? 'none';
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    logger: false,
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(coded(535, 'The login is wrong'));
    },
    onConnect(_session, done) {
      most = Math.max(most, server.connections.size);
      done();
    },
    onMailFrom(_address, _session, done) {
      if (wayOf('sender') === 'refuseSender') done(coded(550, 'This sender may not'));
      else done();
    },
    onRcptTo({ address }, _session, done) {
      const way = wayOf(address);
      tries.set(address, (tries.get(address) ?? 0) + 1);
      if (way === 'refuse') return done(coded(550, `There is no ${address}`));
      if (way === 'defer') return done(coded(451, 'Try again'));
      if (way !== 'stall') done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const way = wayOf(to);
        const raw = Buffer.concat(chunks).toString();
        if (way === 'refuseData') return done(coded(554, 'Not this one'));
        if (way !== 'dropBefore') taken.push({ to, messageId: /^message-id: *<(.+)>/im.exec(raw)?.[1] ?? '', raw });
        if (way === 'none') return done(null, 'taken');
        if (way === 'stallAfter') return;
        if (way === 'think') return void thoughts.set(to, () => done(null, 'taken'));
        for (const connection of server.connections) if (connection.session.id === session.id) socketOf(connection).destroy();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: own } = server.server.address() as AddressInfo;
  const user = login === undefined ? '' : `${login.user}:${encodeURIComponent(login.password)}@`;
  return {
    url: `smtp://${user}${host}:${own}`,
    taken,
    triesOf: (address) => tries.get(address) ?? 0,
    behave: (address, how) => {
      ways.set(address, how);
      thoughts.get(address)?.();
      thoughts.delete(address);
    },
    mostConnections: () => most,
    close: () =>
      new Promise((resolve) => {
        for (const connection of server.connections) socketOf(connection).destroy();
        server.close(() => resolve());
      }),
  };
}

/** Starts a server that refuses each recipient with exactly these words, which the library would change. */
export async function startRefusingServer(words: string): Promise<{ url: string; close: () => Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.write('220 ready\r\n');
    createInterface({ input: socket }).on('line', (line) =>
      socket.write(line.startsWith('RCPT') ? `550 ${words}\r\n` : '250 well\r\n'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function coded(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** The library's types do not show it. */
function socketOf(connection: object): Socket {
  return (connection as unknown as { _socket: Socket })._socket;
}
