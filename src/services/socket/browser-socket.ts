import type { OpenSocket } from './socket-port.ts';

/** Opens sockets with the browser's own WebSocket, or another of the same shape. */
export function socketOpener(WebSocketClass: typeof WebSocket): OpenSocket {
  return ({ url, protocols }, listener) => {
    const socket = new WebSocketClass(url, [...protocols]);
    let isListening = true;
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isListening) listener.heard(typeof data === 'string' ? data : '');
    });
    socket.addEventListener('close', ({ code, reason }) => {
      if (!isListening) return;
      isListening = false;
      listener.closed(code, reason);
    });
    // A failed socket closes too, and only the close event says why; but an error nobody listens for is
    // thrown outside of browsers.
    socket.addEventListener('error', () => {});
    return {
      send(text) {
        if (socket.readyState !== WebSocketClass.OPEN) throw new Error('WebSocket not connected');
        socket.send(text);
      },
      close() {
        isListening = false;
        socket.close(1000);
      },
    };
  };
}
