/** The systemId of the one socket of a host session. */
export const socketId = 'socket';
