import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, it, vi } from "vitest";
import { fetchNode } from "./fetchNode.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("holds an answer that comes byte by byte in no more memory than it has bytes", async () => {
  const most = 400_000;
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const measure = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  let sent = 0;
  let heldBytes = Infinity;
  const before = measure();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === most) {
        heldBytes = measure() - before;
        controller.close();
        return;
      }
      sent += 1;
      controller.enqueue(Uint8Array.of(97));
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body));
  const { text } = await fetchNode("http://node.example/", { method: "GET", timeoutMs: 60_000 });
  expect(text).toBe("a".repeat(most));
  expect(heldBytes).toBeLessThan(20_000_000);
});
