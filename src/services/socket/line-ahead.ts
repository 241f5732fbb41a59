import { socketProtocols } from '../../model/contract/socket-messages.ts';
import type { OpenedSocket, OpenSocket, SocketListener } from './socket-port.ts';

/** How long an early line is kept for a session to take, in ms. */
export const keptForMs = 10_000;

/**
 * The most frames that an early line holds. A host sends few without a request; with more, the line is
 * closed.
 */
const maxFrames = 20;

export type LineAhead = {
  /** Opens the line to `mitasId` (null: none). An earlier line that is still unused is closed. */
  begin(mitasId: string | null, token: string | null): void;
  /** Returns the early socket if address and token match, otherwise a new one. */
  open: OpenSocket;
};

type Held = {
  address: string;
  /**
   * Returns the early socket and passes its events to `listener`; null if the socket was closed because it
   * was not taken in time or received too many frames.
   */
  take(listener: SocketListener): OpenedSocket | null;
  close(): void;
};

/**
 * Opens the live line together with the request for the account, not after it (SPEED-19). `addressOf` returns
 * the line's address, which the host sent with the page; null if it sent none.
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
        // Failures are ignored here: the session opens the line itself and reports them then.
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
  /**
   * The close code and reason if the line closed before it was taken. The session gets them instead of
   * opening a new line.
   */
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
      // As with a real socket, no event may arrive before the caller has the socket.
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
