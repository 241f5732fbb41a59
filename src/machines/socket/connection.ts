import { type CallbackActorLogic, fromCallback } from 'xstate';
import { decodeIncoming } from '../../model/contract/decode-frame.ts';
import { closeCodes, type Outgoing, socketProtocols } from '../../model/contract/socket-messages.ts';
import { delayedHeartbeat } from '../../model/live/host-clock.ts';
import type { OpenedSocket, OpenSocket } from '../../services/socket/socket-port.ts';
import type { ConnectionCommand, ConnectionEvent } from './socket-events.ts';

export type ConnectionInput = { url: string };
export type ConnectionLogic = CallbackActorLogic<ConnectionCommand, ConnectionInput>;

/**
 * The actor of one websocket, from opening to its end. It reads the token when it needs one, so that no token
 * is in an event or context. Once stopped it ignores all messages, so that none of an old system reaches a
 * new session.
 */
export function connectionLogic(port: { openSocket: OpenSocket; accessToken: () => string | null }): ConnectionLogic {
  return fromCallback<ConnectionCommand, ConnectionInput>(({ input, sendBack, receive }) => {
    const report = (event: ConnectionEvent) => sendBack(event);
    const token = port.accessToken();
    if (token === null) return report({ type: 'connection.closed', code: closeCodes.unauthorized, reason: 'No access token' });
    const socket = open(port.openSocket, input.url, token, report);
    if (!socket) return undefined;
    receive((command) => {
      const message = command.type === 'connection.send' ? command.message : renewal(port.accessToken());
      if (message) say(socket, message, report);
    });
    return () => socket.close();
  });
}

function renewal(token: string | null): Outgoing | undefined {
  return token === null ? undefined : { type: 'authenticate', payload: token };
}

function open(
  openSocket: OpenSocket,
  url: string,
  token: string,
  report: (event: ConnectionEvent) => void,
): OpenedSocket | undefined {
  try {
    return openSocket(
      { url, protocols: socketProtocols(token) },
      {
        heard(text, heldMs = 0) {
          const decoded = decodeIncoming(text);
          if (decoded.ok) report({ type: 'connection.messageReceived', message: delayedHeartbeat(decoded.value, heldMs) });
          else report({ type: 'connection.frameRejected', reason: decoded.reason.text, unknownType: decoded.reason.unknownType });
        },
        closed: (code, reason) => report({ type: 'connection.closed', code, reason }),
      },
    );
  } catch (error) {
    report({ type: 'connection.closed', code: 0, reason: reasonOf(error) });
    return undefined;
  }
}

function say(socket: OpenedSocket, message: Outgoing, report: (event: ConnectionEvent) => void): void {
  try {
    socket.send(JSON.stringify(message));
  } catch (error) {
    report({ type: 'connection.closed', code: 0, reason: reasonOf(error) });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The socket failed';
}
