import { afterEach, expect, it } from "vitest";
import { QUICKNET } from "#domain/draw/beacon.ts";
import { findBeacon } from "./findBeacon.ts";

const OTHER = { ...QUICKNET, hash: "a".repeat(64), genesisS: 5 };
const meta = document.createElement("meta");
meta.name = "beacon";
meta.content = [OTHER.hash, OTHER.publicKey, OTHER.genesisS, OTHER.periodS].join(",");

afterEach(() => {
  meta.remove();
});

it.each(["localhost", "p1.localhost", "127.0.0.1"])(
  "a page of one's own machine may name another beacon: %s",
  (host) => {
    expect(findBeacon(document, host)).toBe(QUICKNET);
    document.head.append(meta);
    expect(findBeacon(document, host)).toEqual(OTHER);
  },
);

it.each(["app.example", "localhost.example", "evil.localhost.example", "10.0.0.1"])("no server may: %s", (host) => {
  document.head.append(meta);
  expect(findBeacon(document, host)).toBe(QUICKNET);
});
