import { expect, it } from "vitest";
import { isForeign } from "./isForeign.ts";

const JSON_TYPE = { "content-type": "application/json" };
const GATEWAY = { host: "localhost:8080", ...JSON_TYPE };

it.each([
  ["a program", GATEWAY],
  ["the messenger's page", { ...GATEWAY, origin: "http://localhost:8080", "sec-fetch-site": "same-origin" }],
  ["a person's app", { ...JSON_TYPE, host: "p1.localhost:8080", origin: "http://p1.localhost:8080" }],
  ["a charset", { host: "127.0.0.1:8080", "content-type": "application/json; charset=utf-8" }],
])("%s may change the stack", (_, headers) => {
  expect(isForeign({ headers })).toBe(false);
});

it.each([
  ["a page elsewhere", { ...GATEWAY, origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["a page of another program here", { ...GATEWAY, origin: "http://localhost:3000" }],
  ["a page without an origin", { ...GATEWAY, origin: "null" }],
  ["a browser that names the site alone", { ...GATEWAY, "sec-fetch-site": "cross-site" }],
  ["a form", { host: "localhost:8080", "content-type": "text/plain" }],
  ["no content type", { host: "localhost:8080" }],
  ["a foreign name of this machine", { ...JSON_TYPE, host: "evil.example:8080", origin: "http://evil.example:8080" }],
])("%s may not", (_, headers) => {
  expect(isForeign({ headers })).toBe(true);
});
