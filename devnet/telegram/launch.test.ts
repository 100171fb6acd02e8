import { createHmac, createPublicKey, createPrivateKey, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildLaunch } from "./launch.ts";
import type { LaunchOptions } from "./launch.ts";
import { PEOPLE } from "./people.ts";
import type { Person } from "./people.ts";

const TOKEN = "123456:abc";

function launch(
  person: Person,
  changes: Partial<LaunchOptions> = {},
): { url: URL; initData: string; fields: URLSearchParams } {
  const { url, initData } = buildLaunch({
    person,
    canBotWrite: false,
    way: { kind: "link", startParam: "e_Ab-_9", chatType: "supergroup", chatInstance: "-77" },
    botToken: TOKEN,
    gatewayOrigin: "http://localhost:8080",
    authDateSeconds: 1_795_000_000,
    flavour: "a",
    theme: "light",
    ...changes,
  });
  return { url: new URL(url), initData, fields: new URLSearchParams(initData) };
}

function checkString(fields: URLSearchParams, without: readonly string[]): string {
  return [...fields]
    .filter(([key]) => !without.includes(key))
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join("\n");
}

const [first] = PEOPLE;
if (first === undefined) throw new Error("there are people");

describe("buildLaunch", () => {
  it.each(PEOPLE)("signs what the server checks for $firstName", (person) => {
    const { fields } = launch(person);
    const secret = createHmac("sha256", "WebAppData").update(TOKEN).digest();
    expect(fields.get("hash")).toBe(
      createHmac("sha256", secret)
        .update(checkString(fields, ["hash"]))
        .digest("hex"),
    );
    expect(JSON.parse(fields.get("user") ?? "")).toMatchObject({
      id: person.id,
      first_name: person.firstName,
      language_code: person.languageCode,
    });
  });

  it("carries a third-party signature over everything but itself and the hash", () => {
    const { fields } = launch(first);
    const seed = Buffer.from("devnet messenger signing key 001");
    const key = createPrivateKey({
      key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]),
      format: "der",
      type: "pkcs8",
    });
    const text = Buffer.from(`123456:WebAppData\n${checkString(fields, ["hash", "signature"])}`);
    expect(verify(null, text, createPublicKey(key), Buffer.from(fields.get("signature") ?? "", "base64url"))).toBe(
      true,
    );
  });

  it("escapes the slashes of the photo address, as Telegram does", () => {
    expect(launch(first).fields.get("user")).toContain(String.raw`"photo_url":"http:\/\/localhost:8080\/devnet\/`);
  });

  it("opens on the person's own origin, with the start parameter in the query and in the data", () => {
    const { url, initData, fields } = launch(first);
    expect(url.origin).toBe("http://p1.localhost:8080");
    expect(url.pathname + url.search).toBe("/?tgWebAppStartParam=e_Ab-_9");
    const hash = new URLSearchParams(url.hash.slice(1));
    expect(hash.get("tgWebAppData")).toBe(initData);
    expect(hash.get("tgWebAppPlatform")).toBe("weba");
    expect(JSON.parse(hash.get("tgWebAppThemeParams") ?? "")).toMatchObject({ bg_color: "#ffffff" });
    expect(fields.get("start_param")).toBe("e_Ab-_9");
    expect(fields.has("query_id")).toBe(false);
  });

  it("has a query id instead of a chat for a launch by button, at the button's address", () => {
    const { url, fields } = launch(first, {
      way: { kind: "button", queryId: "AAH1", url: "http://localhost:8080/sendPacket?x=1" },
      flavour: "k",
      theme: "dark",
    });
    expect(url.href).toMatch(/^http:\/\/p1\.localhost:8080\/sendPacket\?x=1#/);
    expect(fields.get("query_id")).toBe("AAH1");
    expect(["chat_instance", "chat_type", "start_param"].filter((key) => fields.has(key))).toEqual([]);
    expect(new URLSearchParams(url.hash.slice(1)).get("tgWebAppPlatform")).toBe("webk");
  });

  it("says whether the bot may write", () => {
    expect(launch(first).fields.get("user")).not.toContain("allows_write_to_pm");
    expect(launch(first, { canBotWrite: true }).fields.get("user")).toContain('"allows_write_to_pm":true');
  });
});
