import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { closeCodes, maxClientFrameBytes, socketProtocol } from '../../src/model/contract/socket-messages.ts';
import type { Authority, Membership } from '../accounts/authority.ts';
import { readHandshake, refuseUpgrade } from './handshake.ts';
import { HubClient } from './hub-client.ts';
import type { HubLog } from './hub-log.ts';
import type { HubSettings } from './hub-settings.ts';

type Door = {
  authority: Authority;
  allowedOrigins: readonly string[];
  settings: HubSettings;
  log: HubLog;
  /** Connections let in: all, and those of one session. */
  count: (sessionId?: string) => number;
  /** True when the session ended while its token was being looked at. */
  hasEnded: (sessionId: string) => boolean;
  /** Grows whenever memberships or systems change. */
  memberships: () => number;
  admit: (client: HubClient) => void;
};

/** Why a socket is closed, in the close frame's words. */
export const notMember = 'Not a member of this system';
export const switchedOff = 'This system is switched off';

/**
 * Decides who comes in. What is wrong with the request is refused by http; what is wrong with the token or the membership is told
 * by a close code, because a browser shows a page no http status of a refused upgrade.
 */
export class Doorkeeper {
  readonly #door: Door;
  readonly #websockets: WebSocketServer;
  readonly #waiting = new Set<WebSocket>();

  constructor(door: Door) {
    this.#door = door;
    this.#websockets = new WebSocketServer({
      noServer: true,
      maxPayload: maxClientFrameBytes,
      perMessageDeflate: false,
      clientTracking: false,
      handleProtocols: () => socketProtocol,
    });
  }

  /** Handles one upgrade request; never throws. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const { allowedOrigins, settings, log, count } = this.#door;
    // Without a listener a reset during the handshake would end the process.
    stream.on('error', (error) => log.info({ error: error.message }, 'A connection was lost during its handshake'));
    const handshake = readHandshake(request, allowedOrigins);
    if (!handshake.ok) {
      log.warn({ reason: handshake.reason, address: request.socket.remoteAddress }, 'A socket was refused');
      refuseUpgrade(stream, handshake.status);
    } else if (count() + this.#waiting.size >= settings.maxConnections) {
      log.warn({ connections: count() }, 'A socket was refused: the host has as many as it takes');
      refuseUpgrade(stream, 503);
    } else {
      this.#websockets.handleUpgrade(request, stream, head, (socket) => this.#greet(socket, handshake.mitasId, handshake.token));
    }
  }

  /** Hangs up on those not let in yet. */
  close(): void {
    for (const socket of this.#waiting) socket.terminate();
  }

  #greet(socket: WebSocket, mitasId: string, token: string): void {
    const { settings, log } = this.#door;
    // What the client says before it is let in waits in its own connection.
    socket.pause();
    this.#waiting.add(socket);
    const impatience = setTimeout(() => socket.terminate(), settings.handshakeMs);
    socket.on('error', (error) => log.info({ error: error.message }, 'A socket failed'));
    this.#judge(socket, mitasId, token)
      .catch((error: unknown) => {
        log.error({ error, mitasId }, 'A socket could not be judged; its client will come again');
        socket.close(1011, 'The host could not check the token');
        socket.resume();
      })
      .finally(() => {
        clearTimeout(impatience);
        this.#waiting.delete(socket);
      });
  }

  async #judge(socket: WebSocket, mitasId: string, token: string): Promise<void> {
    const { authority, hasEnded, count, settings, admit, log } = this.#door;
    const refuse = (code: number, reason: string) => {
      log.info({ code, mitasId }, `A socket was refused: ${reason}`);
      socket.close(code, reason);
      socket.resume();
    };
    const caller = await authority.authenticate(token);
    if (!caller) return refuse(closeCodes.unauthorized, 'The token is not valid');
    const membership = await this.#membership(caller.userId, mitasId);
    if (membership === null) return refuse(closeCodes.forbidden, notMember);
    if (membership.state !== 'running') return refuse(closeCodes.noSuchSystem, switchedOff);
    if (hasEnded(caller.sessionId)) return refuse(closeCodes.unauthorized, 'The session has ended');
    if (count(caller.sessionId) >= settings.connectionsPerSession) return refuse(closeCodes.tooMany, 'Too many sockets');
    if (socket.readyState !== socket.OPEN) return;
    admit(new HubClient(socket, mitasId, caller, membership.role, settings, Date.now()));
    socket.resume();
  }

  /** Asks again when memberships changed while the answer was on its way: nobody here yet would hear of that change. */
  async #membership(userId: number, mitasId: string): Promise<Membership | null> {
    const { authority, memberships } = this.#door;
    for (;;) {
      const before = memberships();
      const membership = await authority.membership(userId, mitasId);
      if (memberships() === before) return membership;
    }
  }
}
