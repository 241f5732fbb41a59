import { socketProtocols } from '../../model/contract/socket-messages.ts';
import type { OpenedSocket, OpenSocket, SocketListener } from './socket-port.ts';

/** How long a line that was opened ahead waits for whoever needs it, in ms. */
export const keptForMs = 10_000;

/** A host says little to who has asked for nothing: one that says more is heard by who asks. */
const maxFrames = 20;

export type LineAhead = {
  /** Opens the line to `mitasId`; null for none. What was opened before, and nobody took, is closed. */
  begin(mitasId: string | null, token: string | null): void;
  /** A socket: the one that was opened ahead, where it is to the same address for the same token. */
  open: OpenSocket;
};

type Held = {
  address: string;
  /** Null where nobody took it in time. */
  take(listener: SocketListener): OpenedSocket | null;
  close(): void;
};

/**
 * The live line is opened together with the question who is logged in, not after its answer (SPEED-19), which
 * says where it is: `addressOf` is where the host said with the page that lines are, null where it did not.
 */
export function createLineAhead(
  openSocket: OpenSocket,
  addressOf: ((mitasId: string) => string) | null,
  now: () => number,
): LineAhead {
  let held: Held | null = null;

  function drop(): void {
    held?.close();
    held = null;
  }

  return {
    begin(mitasId, token) {
      drop();
      if (mitasId === null || token === null || addressOf === null) return;
      const address = { url: addressOf(mitasId), protocols: socketProtocols(token) };
      try {
        held = hold(openSocket, address, now);
      } catch {
        // Whoever needs the line opens it, and hears of it then.
      }
    },
    open(address, listener) {
      const ahead = held?.address === JSON.stringify(address) ? held.take(listener) : null;
      if (ahead === null) drop();
      held = null;
      return ahead ?? openSocket(address, listener);
    },
  };
}

function hold(openSocket: OpenSocket, address: Parameters<OpenSocket>[0], now: () => number): Held {
  const frames: { text: string; at: number }[] = [];
  /** A refusal is the answer to whoever takes it, too: the host is not asked again for that. */
  let end: [code: number, reason: string] | null = null;
  let listener: SocketListener | null = null;
  let isGivenUp = false;
  const giveUp = (): void => {
    clearTimeout(late);
    isGivenUp = true;
    socket.close();
  };
  const late = setTimeout(giveUp, keptForMs);
  const socket = openSocket(address, {
    heard(text) {
      if (listener !== null) return listener.heard(text);
      frames.push({ text, at: now() });
      if (frames.length === maxFrames) giveUp();
    },
    closed(...how) {
      if (listener === null) end = how;
      else listener.closed(...how);
    },
  });
  return {
    address: JSON.stringify(address),
    take(taker) {
      if (isGivenUp) return null;
      clearTimeout(late);
      listener = taker;
      let isOpen = true;
      // As a socket does: nothing is heard before whoever opened it has it.
      queueMicrotask(() => {
        for (const { text, at } of frames) if (isOpen) taker.heard(text, now() - at);
        if (isOpen && end !== null) taker.closed(...end);
      });
      return {
        send: (text) => socket.send(text),
        close() {
          isOpen = false;
          socket.close();
        },
      };
    },
    close: giveUp,
  };
}
