import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { closeCodes, maxClientFrameBytes, socketProtocol } from '#model/contract/socket-messages.ts';
import type { Authority, Membership } from '../../domain/accounts/authority.ts';
import { logSecurity } from '../../platform/security-events.ts';
import { type Handshake, type HubBorder, readHandshake, refuseUpgrade } from './handshake.ts';
import { HubClient } from './hub-client.ts';
import type { HubClients } from './hub-clients.ts';
import type { HubLog } from './hub-log.ts';
import type { HubSettings } from './hub-settings.ts';

type UpgradeParts = {
  authority: Authority;
  border: HubBorder;
  settings: HubSettings;
  log: HubLog;
  clients: HubClients;
};

/** Close reasons that several modules use. */
export const notMember = 'Not a member of this system';
export const switchedOff = 'This system is switched off';

/** The most refused sockets open at a time. Beyond that, a refusal is only an HTTP status. */
const maxTurnedAway = 100;

/**
 * Decides which sockets are accepted. A refusal that the console's own pages may get is a close code, because
 * a browser does not show a page the HTTP status of a refused upgrade. All other refusals are HTTP errors.
 */
export class UpgradeHandler {
  readonly #parts: UpgradeParts;
  readonly #websockets: WebSocketServer;
  readonly #waiting = new Set<WebSocket>();
  /** Refused sockets that are still closing. They do not count as connections. */
  readonly #turnedAway = new Set<WebSocket>();

  constructor(parts: UpgradeParts) {
    this.#parts = parts;
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
    const { border, settings, log, clients } = this.#parts;
    // Without this listener, a connection reset during the handshake would end the process.
    stream.on('error', (error) => log.info({ error: error.message }, 'A connection was lost during its handshake'));
    const handshake = readHandshake(request, border);
    if (!handshake.ok) {
      const refusal = handshake.reason;
      if ('event' in refusal && refusal.event !== undefined) logSecurity(log, refusal.event);
      else log.warn({ reason: refusal.text, address: border.addressOf(request) }, 'A socket was refused');
      if ('status' in refusal) refuseUpgrade(stream, refusal.status);
      else if (this.#turnedAway.size >= maxTurnedAway) refuseUpgrade(stream, 403);
      else this.#websockets.handleUpgrade(request, stream, head, (socket) => this.#turnAway(socket, stream, refusal));
    } else if (clients.size + this.#waiting.size >= settings.maxConnections) {
      log.warn({ reason: 'the host has as many as it takes', connections: clients.size }, 'A socket was refused');
      refuseUpgrade(stream, 503);
    } else {
      this.#websockets.handleUpgrade(request, stream, head, (socket) => this.#greet(socket, handshake.value));
    }
  }

  /** Closes the sockets that are not accepted yet. */
  close(): void {
    for (const socket of [...this.#waiting, ...this.#turnedAway]) socket.terminate();
  }

  /** Tells a page why it is refused. Anything that it sends is ignored. */
  #turnAway(socket: WebSocket, stream: Duplex, { code, text }: { code: number; text: string }): void {
    socket.pause();
    this.#turnedAway.add(socket);
    socket.on('error', (error) => this.#parts.log.info({ error: error.message }, 'A socket failed'));
    const timer = setTimeout(() => socket.terminate(), this.#parts.settings.farewellMs);
    socket.on('close', () => {
      clearTimeout(timer);
      this.#turnedAway.delete(socket);
    });
    socket.close(code, text);
    // End the stream now: waiting for the peer's close frame would mean reading what it sends.
    stream.end();
  }

  #greet(socket: WebSocket, { mitasId, token }: Handshake): void {
    const { settings, log } = this.#parts;
    // Until the client is accepted, leave its messages unread.
    socket.pause();
    this.#waiting.add(socket);
    const timer = setTimeout(() => socket.terminate(), settings.handshakeMs);
    socket.on('error', (error) => log.info({ error: error.message }, 'A socket failed'));
    this.#judge(socket, mitasId, token)
      .catch((error: unknown) => {
        log.error({ error, mitasId }, 'A socket could not be judged; its client will come again');
        socket.close(closeCodes.hostFailed, 'The host could not check the token');
        socket.resume();
      })
      .finally(() => {
        clearTimeout(timer);
        this.#waiting.delete(socket);
      });
  }

  async #judge(socket: WebSocket, mitasId: string, token: string): Promise<void> {
    const { authority, clients, settings, log } = this.#parts;
    const refuse = (code: number, reason: string) => {
      log.info({ code, reason, mitasId }, 'A socket was refused');
      socket.close(code, reason);
      socket.resume();
    };
    const caller = await authority.authenticate(token);
    if (!caller) return refuse(closeCodes.unauthorized, 'The token is not valid');
    const membership = await this.#membership(caller.userId, mitasId);
    if (membership === null) return refuse(closeCodes.forbidden, notMember);
    if (membership.state !== 'running') return refuse(closeCodes.noSuchSystem, switchedOff);
    if (clients.hasEnded(caller.sessionId)) return refuse(closeCodes.unauthorized, 'The session has ended');
    if (clients.countOf(caller.userId) >= settings.connectionsPerPerson) return refuse(closeCodes.tooMany, 'Too many sockets');
    if (socket.readyState !== socket.OPEN) return;
    clients.admit(new HubClient(socket, mitasId, caller, membership.role, settings, Date.now()));
    socket.resume();
  }

  /**
   * Returns a person's membership. Reads it again if memberships changed during the read, because a client
   * that is not registered yet misses the event.
   */
  async #membership(userId: number, mitasId: string): Promise<Membership | null> {
    const { authority, clients } = this.#parts;
    for (;;) {
      const before = clients.membershipChanges;
      const membership = await authority.membership(userId, mitasId);
      if (clients.membershipChanges === before) return membership;
    }
  }
}
