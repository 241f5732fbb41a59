import { afterAll } from 'vitest';
import { WebSocket } from 'ws';
import { change, type ChangeRequest } from '../../host/platform/changes/change.ts';
import type { ChangeWriter } from '../../host/platform/changes/change-writer.ts';
import { startHub, type Hub } from '../../host/entry/realtime/hub.ts';
import { operationHeader } from '#model/contract/call.ts';
import { decodeIncoming } from '#model/contract/decode-frame.ts';
import { type Incoming, type IncomingOf, type IncomingType, socketPath } from '#model/contract/socket-messages.ts';
import type { RoleId } from '#model/entities/role.ts';
import { logLines, pageOrigin, quickHub, until } from './live-stage.ts';
import { openSession } from './open-session.ts';
import { bearer, textOf } from './peer-stage.ts';
import { planted } from './planted.ts';
import type { Answer } from './test-browser.ts';
import { addPerson, addSystem, startTestHost, type TestHost, type TestHostOptions } from './test-host.ts';

/** A person at a console: their calls, and the messages on their socket. */
export type Sitter = {
  id: number;
  /** The username they log in with. */
  name: string;
  heard: Incoming[];
  /** The code that the socket was closed with. */
  code: () => number | undefined;
  of<T extends IncomingType>(type: T): IncomingOf<T>[];
  call(
    method: string,
    path: string,
    more?: { body?: unknown; operation?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
};

/** A host with its hub and feed on a real database. */
type Hosting = { host: TestHost; hub: Hub; close(): Promise<void> };

/** Two systems of a host. The first has people of each role and two receivers; the second is empty. */
export type ChangeStage = Omit<Hosting, 'close'> & {
  /** The id of the system with people and changes. */
  river: string;
  /** The id of the other system. */
  lake: string;
  /** The numbers of the receivers 'A' and 'B'. */
  rx: readonly [number, number];
  sit(name: string, role: RoleId | null, systemId?: string): Promise<Sitter>;
  /** Makes a change, by a person or by the host. */
  change<Reply>(work: (writer: ChangeWriter) => Promise<Reply>, more?: Partial<ChangeRequest>): ReturnType<typeof change<Reply>>;
  /** Returns the system's revision. */
  revision(): Promise<number>;
  close(): Promise<void>;
};

/**
 * Opens a stage with its own host and database, for tests that end or set up the host, or count everything in
 * it.
 */
export async function changeStage(options?: TestHostOptions): Promise<ChangeStage> {
  const hosting = await startHosting(options);
  const stage = await openStage(hosting, '');
  return {
    ...stage,
    close: async () => {
      await stage.close();
      await hosting.close();
    },
  };
}

/**
 * Returns a function that opens stages. They share a test file's host, hub and database, which end with it;
 * each has its own systems, receivers and people. Call it at the top of the file.
 */
export function changeStages(): () => Promise<ChangeStage> {
  let hosting: Promise<Hosting> | undefined;
  let opened = 0;
  afterAll(async () => (await hosting)?.close());
  return async () => openStage(await (hosting ??= startHosting()), `-${++opened}`);
}

async function startHosting(options: TestHostOptions = {}): Promise<Hosting> {
  const host = await startTestHost(options);
  const hub = await startHub({
    port: 0,
    bind: '127.0.0.1',
    authority: host.accounts.authority,
    bus: host.bus,
    storedContacts: () => Promise.resolve([]),
    border: {
      isAllowedOrigin: (origin) => origin === pageOrigin,
      misdirection: () => null,
      addressOf: ({ socket }) => socket.remoteAddress ?? '',
    },
    log: logLines().log,
    changes: (mitasId) => host.feed.positionOf(mitasId),
    settings: { ...quickHub, silenceMs: 30_000 },
  });
  return {
    host,
    hub,
    close: async () => {
      await hub.close();
      await host.close();
    },
  };
}

/** `mark` distinguishes this stage's systems and people from others on the same host. */
async function openStage({ host, hub }: Hosting, mark: string): Promise<ChangeStage> {
  const [river, lake] = [`river${mark}`, `lake${mark}`];
  await addSystem(host, river);
  await addSystem(host, lake);
  const made = await change(host.database, { systemId: river, by: null, through: 'host' }, async (writer) => {
    const first = await writer.create('receiver', { alias: 'A' });
    return [first, await writer.create('receiver', { alias: 'B' })] as const;
  });
  await until('the feed to stand', () => host.feed.positionOf(river)?.revision === 1);
  const sockets: WebSocket[] = [];

  async function sit(name: string, role: RoleId | null, systemId = river): Promise<Sitter> {
    const username = `${name}${mark}`;
    const id = await addPerson(host, username, { superuser: role === 0, last_name: name });
    const membership = { user_id: id, system_id: systemId };
    if (role !== null && role !== 0)
      await planted(host.database)
        .insertInto('memberships')
        .values({ ...membership, role_id: role })
        .execute();
    const { token } = await openSession(host, id);
    const browser = host.browser();
    const heard: Incoming[] = [];
    let code: number | undefined;
    const sitter: Sitter = {
      id,
      name: username,
      heard,
      code: () => code,
      of: (type) => heard.filter((message) => message.type === type) as never,
      call: (method, path, { body, operation, headers } = {}) =>
        browser.send(method, `/api/mitashost/${systemId}${path}`, {
          token,
          ...(body === undefined ? {} : { body }),
          headers: { ...headers, ...(operation === undefined ? {} : { [operationHeader]: operation }) },
        }),
    };
    if (role === null) return sitter;
    const socket = new WebSocket(`ws://127.0.0.1:${hub.port}${socketPath(systemId)}`, bearer(token), { origin: pageOrigin });
    sockets.push(socket);
    socket.on('message', (data) => {
      const decoded = decodeIncoming(textOf(data));
      if (!decoded.ok) throw new Error(`The hub sent what no console reads: ${decoded.reason.text}`);
      heard.push(decoded.value);
    });
    socket.on('error', () => {});
    socket.on('close', (closed) => (code = closed));
    await until('the greeting', () => heard.length > 0);
    return sitter;
  }

  return {
    host,
    hub,
    river,
    lake,
    rx: made.reply,
    sit,
    change: (work, more = {}) => change(host.database, { systemId: river, by: null, through: 'host', ...more }, work),
    async revision() {
      const at = await host.database.db
        .selectFrom('system_revisions')
        .select('revision')
        .where('system_id', '=', river)
        .executeTakeFirstOrThrow();
      return at.revision;
    },
    close: () => {
      for (const socket of sockets) socket.terminate();
      return Promise.resolve();
    },
  };
}
