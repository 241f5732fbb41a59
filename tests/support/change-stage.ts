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
import { addPerson, addSystem, startTestHost, type TestHost } from './test-host.ts';

/** A person at a console: their calls, and what their socket has heard. */
export type Sitter = {
  id: number;
  name: string;
  heard: Incoming[];
  /** How the socket was closed. */
  code: () => number | undefined;
  of<T extends IncomingType>(type: T): IncomingOf<T>[];
  call(
    method: string,
    path: string,
    more?: { body?: unknown; operation?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
};

/**
 * A host with its hub and feed on a real database; system 'river' with people of each role and two receivers,
 * 'lake' beside it.
 */
export type ChangeStage = {
  host: TestHost;
  hub: Hub;
  /** The numbers of the receivers 'A' and 'B'. */
  rx: readonly [number, number];
  sit(name: string, role: RoleId | null, systemId?: string): Promise<Sitter>;
  /** A change by somebody, or by the host. */
  change<Reply>(work: (writer: ChangeWriter) => Promise<Reply>, more?: Partial<ChangeRequest>): ReturnType<typeof change<Reply>>;
  /** Where the system stands. */
  revision(): Promise<number>;
  close(): Promise<void>;
};

export async function changeStage(options: Parameters<typeof startTestHost>[0] = {}): Promise<ChangeStage> {
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
  await addSystem(host, 'river');
  await addSystem(host, 'lake');
  const made = await change(host.database, { systemId: 'river', by: null, through: 'host' }, async (writer) => {
    const first = await writer.create('receiver', { alias: 'A' });
    return [first, await writer.create('receiver', { alias: 'B' })] as const;
  });
  await until('the feed to stand', () => host.feed.positionOf('river')?.revision === 1);
  const sockets: WebSocket[] = [];

  async function sit(name: string, role: RoleId | null, systemId = 'river'): Promise<Sitter> {
    const id = await addPerson(host, name, { superuser: role === 0 });
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
      name,
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
    rx: made.reply,
    sit,
    change: (work, more = {}) => change(host.database, { systemId: 'river', by: null, through: 'host', ...more }, work),
    async revision() {
      const at = await host.database.db
        .selectFrom('system_revisions')
        .select('revision')
        .where('system_id', '=', 'river')
        .executeTakeFirstOrThrow();
      return at.revision;
    },
    async close() {
      for (const socket of sockets) socket.terminate();
      await hub.close();
      await host.close();
    },
  };
}
