import { join } from "node:path";
import { build, type Plugin } from "vite";
import { expect, it } from "vitest";

import { markRouterPure } from "./markRouterPure.ts";

/** All that the app takes from the router, on a page that a server writes. */
const PAGE = `
  import { createElement } from "react";
  import { renderToStaticMarkup } from "react-dom/server.edge";
  import { BrowserRouter, Link, MemoryRouter, Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
  function Page() {
    const { pathname } = useLocation();
    const [query] = useSearchParams();
    return createElement(Link, { to: "/next?tab=two" }, pathname + query.get("tab") + typeof useNavigate());
  }
  export const used = [BrowserRouter, Navigate];
  export const html = renderToStaticMarkup(
    createElement(MemoryRouter, { initialEntries: ["/here?tab=one"] }, createElement(Page)),
  );
`;

const page: Plugin = {
  name: "page",
  resolveId: (id) => (id.endsWith("page.js") ? join(import.meta.dirname, "page.js") : null),
  load: (id) => (id.endsWith("page.js") ? PAGE : null),
};

async function bundle(plugins: readonly Plugin[]): Promise<string> {
  const output = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [page, ...plugins],
    build: { write: false, target: "es2022", lib: { entry: "page.js", formats: ["es"] } },
  });
  const [result] = Array.isArray(output) ? output : [output];
  const chunk = result !== undefined && "output" in result ? result.output.at(0) : undefined;
  if (chunk?.type !== "chunk") throw new Error("the page was not bundled");
  return chunk.code;
}

it("leaves out data routes and forms, and keeps what the app uses", async () => {
  const whole = await bundle([]);
  const marked = await bundle([markRouterPure()]);
  const parts = ["useViewTransitionState", "application/x-www-form-urlencoded"];
  expect(parts.filter((part) => whole.includes(part))).toEqual(parts);
  expect(parts.filter((part) => marked.includes(part))).toEqual([]);
  const { html } = (await import(`data:text/javascript,${encodeURIComponent(marked)}`)) as { html: string };
  expect(html).toBe('<a href="/next?tab=two" data-discover="true">/hereonefunction</a>');
});
