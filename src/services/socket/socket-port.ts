/** The listener of a socket; after `close()` it is never called. */
export type SocketListener = {
  /**
   * A text frame; a binary frame is passed as an empty text, which is no message. `heldMs` is the frame's age
   * if it was held back.
   */
  heard(text: string, heldMs?: number): void;
  /**
   * The socket has closed or could not open: called once, with the close code (1006 for a broken line) and
   * the host's reason.
   */
  closed(code: number, reason: string): void;
};

/** An open, opening or closed socket. */
export type OpenedSocket = {
  /**
   * Sends a text frame. Throws if the socket is not open; send only after a message from the host has
   * arrived.
   */
  send(text: string): void;
  /** Closes the socket and stops listening at once. */
  close(): void;
};

/** Opens a websocket (SOCK-2). Throws a SyntaxError for an invalid address or protocol. */
export type OpenSocket = (address: { url: string; protocols: readonly string[] }, listener: SocketListener) => OpenedSocket;
