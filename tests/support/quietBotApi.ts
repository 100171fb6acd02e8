import http from "node:http";
import { listen, type Listener } from "./listen.ts";

/** A Bot API that knows its bot and accepts everything else, for tests that are not about the messenger. */
export async function startQuietBotApi(): Promise<Listener> {
  const me = { id: 1_000_000_001, is_bot: true, first_name: "Hongbao", username: "hongbao_test_bot" };
  const server = http.createServer((request, response) => {
    const method = request.url?.split("/").at(-1);
    const answer = (result: unknown) =>
      response.setHeader("content-type", "application/json").end(JSON.stringify({ ok: true, result }));
    request.resume();
    if (method === "getMe") answer(me);
    else if (method === "getUpdates") setTimeout(() => answer([]), 1000).unref();
    else answer(true);
  });
  return await listen(server);
}
