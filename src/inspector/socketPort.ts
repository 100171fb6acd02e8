/** Where `npm run inspect` listens, on this machine alone. */
export const SOCKET_PORT = 8098;
