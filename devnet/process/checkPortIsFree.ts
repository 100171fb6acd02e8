import { createServer } from "node:net";
import { hasErrorCode } from "./hasErrorCode.ts";

/** Rejects with a readable sentence if `port` cannot be opened. */
export async function checkPortIsFree(port: number): Promise<void> {
  await Promise.all(["127.0.0.1", "::1"].map((host) => tryListening(port, host)));
}

async function tryListening(port: number, host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      if (hasErrorCode(error, "EADDRINUSE")) {
        reject(
          new Error(
            `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
          ),
        );
      } else if (hasErrorCode(error, "EACCES")) {
        reject(new Error(`Port ${port} may not be used by this user. Choose one above 1023: PORT=8080 npm start`));
      } else {
        // A machine without IPv6 has no ::1; the other address decides.
        resolve();
      }
    });
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
