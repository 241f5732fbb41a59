/** What hears from a socket. After `close()` it hears nothing more. */
export type SocketListener = {
  /**
   * One text frame; a binary frame comes as an empty text, which is no message. `heldMs` is how long ago it
   * came, where it does not come just now.
   */
  heard(text: string, heldMs?: number): void;
  /**
   * The socket is gone, or never opened: once, with the close code (1006 where the line just broke) and the
   * host's reason.
   */
  closed(code: number, reason: string): void;
};

/** An open, opening or closed socket. */
export type OpenedSocket = {
  /** Sends a text frame. Throws when the socket is not open: only who has heard from the host may speak. */
  send(text: string): void;
  /** Hangs up and stops listening at once. */
  close(): void;
};

/** Opens a websocket (SOCK-2). Throws a SyntaxError for an address or protocols that can never work. */
export type OpenSocket = (address: { url: string; protocols: readonly string[] }, listener: SocketListener) => OpenedSocket;
