import type { OpenSocket } from './socket-port.ts';

/** Opens sockets with the browser's WebSocket, or a compatible class. */
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
    // A failed socket also closes, and only the close event has the reason. Outside of browsers, an error
    // without a listener would be thrown.
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
