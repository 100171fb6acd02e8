import { createHmac, createPrivateKey, sign } from "node:crypto";
import type { Person } from "./people.ts";
import { themeParamsOf } from "./page/themes.ts";
import type { Flavour, Theme } from "./page/themes.ts";

/** How an app is opened: by a link in a chat, or by a button in the private chat with the bot. */
export type LaunchWay =
  | {
      readonly kind: "link";
      readonly startParam: string;
      readonly chatType: "private" | "supergroup";
      readonly chatInstance: string;
    }
  | { readonly kind: "button"; readonly queryId: string; readonly url: string | null };

export interface LaunchOptions {
  readonly person: Person;
  readonly canBotWrite: boolean;
  readonly way: LaunchWay;
  readonly botToken: string;
  readonly gatewayOrigin: string;
  readonly authDateSeconds: number;
  readonly flavour: Flavour;
  readonly theme: Theme;
}

/** Stands for the messenger's third-party key. It is local, since Telegram's own is secret. */
const SIGNING_KEY = createPrivateKey({
  key: Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    Buffer.from("6465766e6574206d657373656e676572207369676e696e67206b657920303031", "hex"),
  ]),
  format: "der",
  type: "pkcs8",
});

/** The init data of one launch and the address that the messenger opens, on the person's own origin. */
export function buildLaunch(options: LaunchOptions): { url: string; initData: string } {
  const initData = buildInitData(options);
  const origin = personOrigin(options.gatewayOrigin, options.person);
  const target = new URL(
    options.way.kind === "button" && options.way.url !== null ? options.way.url : "/",
    options.gatewayOrigin,
  );
  const url = new URL(
    target.origin === options.gatewayOrigin ? `${target.pathname}${target.search}` : target.href,
    origin,
  );
  if (options.way.kind === "link" && options.way.startParam !== "")
    url.searchParams.set("tgWebAppStartParam", options.way.startParam);
  url.hash = [
    `tgWebAppData=${encodeURIComponent(initData)}`,
    `tgWebAppVersion=${options.flavour === "a" ? "9.1" : "9.6"}`,
    `tgWebAppPlatform=${options.flavour === "a" ? "weba" : "webk"}`,
    `tgWebAppThemeParams=${encodeURIComponent(JSON.stringify(themeParamsOf(options.flavour, options.theme)))}`,
  ].join("&");
  return { url: url.href, initData };
}

/** Each person's app has its own storage, as on a separate device. */
export function personOrigin(gatewayOrigin: string, person: Person): string {
  const gateway = new URL(gatewayOrigin);
  return `http://p${person.n}.localhost:${gateway.port === "" ? "80" : gateway.port}`;
}

export function photoUrlOf(person: Person, gatewayOrigin: string): string | null {
  return person.hasPhoto ? `${gatewayOrigin}/devnet/telegram/userpic/${person.n}.svg` : null;
}

function buildInitData(options: LaunchOptions): string {
  const { person, way } = options;
  const photoUrl = photoUrlOf(person, options.gatewayOrigin);
  const user = {
    id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
    ...(person.username === null ? {} : { username: person.username }),
    language_code: person.languageCode,
    ...(options.canBotWrite ? { allows_write_to_pm: true } : {}),
    ...(photoUrl === null ? {} : { photo_url: photoUrl }),
  };
  const fields = new Map<string, string>();
  if (way.kind === "button") fields.set("query_id", way.queryId);
  // Telegram escapes slashes in the JSON, and the signature covers exactly those bytes.
  fields.set("user", JSON.stringify(user).replaceAll("/", String.raw`\/`));
  if (way.kind === "link") {
    fields.set("chat_instance", way.chatInstance);
    fields.set("chat_type", way.chatType);
    if (way.startParam !== "") fields.set("start_param", way.startParam);
  }
  fields.set("auth_date", String(options.authDateSeconds));

  const botId = options.botToken.split(":")[0] ?? "";
  const signature = sign(null, Buffer.from(`${botId}:WebAppData\n${joinSorted(fields)}`), SIGNING_KEY);
  fields.set("signature", signature.toString("base64url"));
  const secret = createHmac("sha256", "WebAppData").update(options.botToken).digest();
  fields.set("hash", createHmac("sha256", secret).update(joinSorted(fields)).digest("hex"));
  return [...fields].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
}

function joinSorted(fields: ReadonlyMap<string, string>): string {
  return [...fields]
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join("\n");
}
