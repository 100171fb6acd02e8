import { once } from "node:events";
import net from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AttackWorld, openAttackWorld } from "./support/attackWorld.ts";

let world: AttackWorld;

beforeAll(async () => {
  world = await openAttackWorld();
});
afterAll(() => world.close());

// An open connection makes the test time out.
test("a body sent at a byte per second does not keep its connection open", { timeout: 60_000 }, async () => {
  const { hostname, port } = new URL(world.url);
  const socket = net.connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.resume();
  socket.write(
    "POST /api/v1/telegram/auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n",
  );
  const dripping = setInterval(() => socket.write(" "), 1000);
  await once(socket, "close");
  clearInterval(dripping);
  expect(socket.destroyed).toBe(true);
});
