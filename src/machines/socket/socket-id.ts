/** The systemId of a host session's socket. */
export const socketId = 'socket';
