import { createServer } from "node:net";

/** Returns a TCP port that is free on the loopback interface now. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}
