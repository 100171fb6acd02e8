/** Where `npm run inspect` listens, on this machine alone. */
export const SOCKET_PORT = 8098;

/** Where a page asks whether it may tell, `?code=…`. The socket is closed at once with the answer. */
export const ASK_PATH = "/ask";
/** Codes of that close; applications have those from 4000 on. */
export const MAY_TELL = 4200;
export const MAY_NOT_TELL = 4401;
