import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type createClient from "openapi-fetch";
import { expect, it } from "vitest";

import type { paths } from "#contract/schema.d.ts";

import { trim } from "./trimOpenapiFetch.ts";

async function loadTrimmed(): Promise<typeof createClient> {
  const folder = path.dirname(createRequire(import.meta.url).resolve("openapi-fetch"));
  const code = trim(await readFile(path.join(folder, "index.mjs"), "utf8"));
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: typeof createClient };
  return module.default;
}

it("keeps all that the app uses: queries of texts and numbers, bodies, headers and answers", async () => {
  const create = await loadTrimmed();
  const asked: Request[] = [];
  const client = create<paths>({
    baseUrl: "http://localhost/api",
    fetch: async (request: Request) => {
      asked.push(request);
      return Response.json({ code: 200 });
    },
  });
  const { data } = await client.GET("/v1/redpackage/history", { params: { query: { coinType: "eth", limit: 20 } } });
  expect(data).toEqual({ code: 200 });
  expect(asked[0]?.url).toBe("http://localhost/api/v1/redpackage/history?coinType=eth&limit=20");
  await client.POST("/v1/user/lang", { body: { lang: "en" }, headers: { language: "en" } });
  expect(await asked[1]?.json()).toEqual({ lang: "en" });
  expect(asked[1]?.headers.get("language")).toBe("en");
});

it("rejects another version of openapi-fetch", () => {
  expect(() => trim("function other() {}")).toThrow("trimOpenapiFetch");
});
