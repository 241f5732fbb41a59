import { socketPath, socketProtocols } from '../../model/contract/socket-messages.ts';
import type { KeyValueStore } from '../ports.ts';
import type { OpenedSocket, OpenSocket, SocketListener } from './socket-port.ts';

/** Under which the address of this tab's last line stands in session storage; no token is in it. */
const lastLineKey = 'lastLine';

/** How long a line that was opened ahead waits for whoever needs it, in ms. */
export const keptForMs = 10_000;

/** A host says little to who has asked for nothing: one that says more is heard by who asks. */
const maxFrames = 20;

export type LineAhead = {
  /**
   * Opens the line that this tab had last, where that was one to `mitasId`; null for none. What was opened
   * ahead before, and nobody took, is closed.
   */
  begin(mitasId: string | null, token: string | null): void;
  /** A socket: the one that was opened ahead, where it is to the same address for the same token. */
  open: OpenSocket;
};

type Held = { address: string; take(listener: SocketListener): OpenedSocket; close(): void };

/**
 * The live line is opened together with the question who is logged in, not after its answer (SPEED-19): the
 * address, which only that answer tells, is that of the line which this tab had before.
 */
export function createLineAhead(openSocket: OpenSocket, tab: KeyValueStore): LineAhead {
  let held: Held | null = null;

  function drop(): void {
    held?.close();
    held = null;
  }

  return {
    begin(mitasId, token) {
      drop();
      const url = tab.read(lastLineKey);
      if (mitasId === null || token === null || url?.endsWith(socketPath(mitasId)) !== true) return;
      try {
        held = hold(openSocket, { url, protocols: socketProtocols(token) }, () => (held = null));
      } catch {
        // Whoever needs the line opens it, and hears of it then.
        tab.remove(lastLineKey);
      }
    },
    open(address, listener) {
      tab.write(lastLineKey, address.url);
      const ahead = held?.address === JSON.stringify(address) ? held : null;
      if (ahead === null) drop();
      held = null;
      return ahead?.take(listener) ?? openSocket(address, listener);
    },
  };
}

/** `onGone` is called when nobody can take it any more. */
function hold(openSocket: OpenSocket, address: Parameters<OpenSocket>[0], onGone: () => void): Held {
  const frames: string[] = [];
  let listener: SocketListener | null = null;
  const giveUp = (): void => {
    onGone();
    socket.close();
  };
  const late = setTimeout(giveUp, keptForMs);
  const socket = openSocket(address, {
    heard(text) {
      if (listener !== null) return listener.heard(text);
      frames.push(text);
      if (frames.length === maxFrames) giveUp();
    },
    closed(code, reason) {
      clearTimeout(late);
      if (listener === null) onGone();
      else listener.closed(code, reason);
    },
  });
  return {
    address: JSON.stringify(address),
    take(taker) {
      clearTimeout(late);
      listener = taker;
      let isOpen = true;
      // As a socket does: nothing is heard before whoever opened it has it.
      queueMicrotask(() => {
        for (const frame of frames) if (isOpen) taker.heard(frame);
      });
      return {
        send: (text) => socket.send(text),
        close() {
          isOpen = false;
          socket.close();
        },
      };
    },
    close() {
      clearTimeout(late);
      socket.close();
    },
  };
}
