import { once } from 'node:events';
import { WebSocket } from 'ws';
import { decodeIncoming } from '#model/contract/decode-frame.ts';
import {
  bearerProtocolPrefix,
  type CommandMessage,
  type Incoming,
  type IncomingOf,
  socketPath,
  socketProtocol,
} from '#model/contract/socket-messages.ts';
import { textOf } from './peer-stage.ts';

/** A console of a host process that sends commands, and the messages it received. */
export type CommandConsole = {
  heard: Incoming[];
  say(message: CommandMessage): void;
  /** The messages about a command, in the order of events: two hosts may send them in another order. */
  wordsOf(commandId: string): string[];
  close(): void;
};

/** Opens a system's socket with a person's token. */
export async function commandConsole(
  host: { url: string; wsPort: number },
  token: string,
  mitasId: string,
): Promise<CommandConsole> {
  const protocols = [socketProtocol, `${bearerProtocolPrefix}${token}`];
  const socket = new WebSocket(`ws://127.0.0.1:${host.wsPort}${socketPath(mitasId)}`, protocols, { origin: host.url });
  const heard: Incoming[] = [];
  socket.on('message', (data) => {
    const decoded = decodeIncoming(textOf(data));
    if (decoded.ok) heard.push(decoded.value);
  });
  await once(socket, 'message');
  return {
    heard,
    say: (message) => socket.send(JSON.stringify(message)),
    wordsOf: (commandId) => {
      const said = heard.flatMap((message) =>
        message.type === 'commandAck' || message.type === 'commandStatus' ? [message] : [],
      );
      const its = said.filter(({ payload }) => payload.commandId === commandId);
      return its.toSorted((a, b) => a.payload.at - b.payload.at).map(wordOf);
    },
    close: () => socket.terminate(),
  };
}

/** Returns 'ack' or a status, with its error if it has one. */
function wordOf(message: IncomingOf<'commandAck' | 'commandStatus'>): string {
  if (message.type === 'commandAck') return 'ack';
  const { status, error } = message.payload;
  return error === null ? status : `${status}: ${error}`;
}
