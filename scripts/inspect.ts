import { SOCKET_PORT } from "#src/inspector/socketPort.ts";
import { serveInspector } from "./inspect/serveInspector.ts";

/**
 * `npm run inspect`: shows the machines of a running app in the Stately inspector, for a web view that opens no window of
 * its own. Open the app with `?inspect`, and press "Connect to npm run inspect" in the panel's File tab.
 */
const { url, code } = await serveInspector(SOCKET_PORT);
console.log(`Open ${url} in a browser, and connect the app from its inspector's File tab. Ctrl+C ends it.`);
console.log(`An app of another origin, as behind a tunnel, asks for this code: ${code}`);
