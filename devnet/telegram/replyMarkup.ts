import { refuseBadRequest } from "./telegramRefusal.ts";

export interface InlineButton {
  readonly text: string;
  readonly url?: string;
  readonly callback_data?: string;
  readonly web_app?: { readonly url: string };
  readonly switch_inline_query?: string;
  readonly copy_text?: { readonly text: string };
  /** Does nothing when it is pressed. */
  readonly disabled?: object;
  readonly style?: string;
}

export interface InlineKeyboard {
  readonly inline_keyboard: readonly (readonly InlineButton[])[];
}

const ACTIONS = ["url", "callback_data", "web_app", "switch_inline_query", "copy_text", "disabled"] as const;
const STYLES: ReadonlySet<unknown> = new Set(["danger", "success", "primary"]);
const START_PARAM = /^[A-Za-z0-9_-]{0,512}$/;

export interface MarkupRules {
  /** A `web_app` button works only in a person's chat with the bot. */
  readonly isPrivateChat: boolean;
  /** The only origin without a dot that counts as public here. */
  readonly gatewayOrigin: string;
}

/** Parses a call's inline keyboard and checks it as Telegram does; null if there is none. */
export function checkReplyMarkup(value: unknown, rules: MarkupRules): InlineKeyboard | null {
  if (value === undefined || value === null) return null;
  const markup = asObject(value, "object expected as reply markup");
  if (!("inline_keyboard" in markup)) {
    if ("keyboard" in markup || "remove_keyboard" in markup || "force_reply" in markup) return null;
    refuseBadRequest("object expected as reply markup");
  }
  const rows = markup["inline_keyboard"];
  if (!Array.isArray(rows)) refuseBadRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array');
  const keyboard = rows.map((row: unknown) => {
    if (!Array.isArray(row))
      refuseBadRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays');
    return row.map((button: unknown) => checkButton(button, rules));
  });
  return keyboard.length === 0 ? null : { inline_keyboard: keyboard };
}

function checkButton(value: unknown, rules: MarkupRules): InlineButton {
  const button = asObject(value, "can't parse inline keyboard button: InlineKeyboardButton must be an Object");
  const { text, url, callback_data: data, web_app: webApp } = button;
  if (typeof text !== "string" || text.trim() === "")
    refuseBadRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
  const actions = ACTIONS.filter((action) => button[action] !== undefined);
  if (actions.length !== 1)
    refuseBadRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
  const { style } = button;
  if (style !== undefined && !STYLES.has(style))
    refuseBadRequest("can't parse inline keyboard button: Invalid button style specified");
  if (button["disabled"] !== undefined)
    asObject(button["disabled"], "can't parse inline keyboard button: DisabledButton must be an Object");
  if (url !== undefined) checkUrl(url, rules.gatewayOrigin);
  if (data !== undefined && (typeof data !== "string" || data === "" || Buffer.byteLength(data) > 64))
    refuseBadRequest("BUTTON_DATA_INVALID");
  if (webApp !== undefined) {
    if (!rules.isPrivateChat) refuseBadRequest("BUTTON_TYPE_INVALID");
    const target = asObject(webApp, "can't parse web app URL")["url"];
    if (typeof target !== "string" || !(target.startsWith("https://") || isOnOrigin(target, rules.gatewayOrigin))) {
      refuseBadRequest(
        `inline keyboard button Web App URL '${String(target)}' is invalid: Only HTTPS links are allowed`,
      );
    }
  }
  return button as unknown as InlineButton;
}

function checkUrl(value: unknown, gatewayOrigin: string): void {
  const refuse = (reason: string): never =>
    refuseBadRequest(`inline keyboard button URL '${String(value)}' is invalid: ${reason}`);
  if (typeof value !== "string" || !URL.canParse(value)) return refuse("Wrong HTTP URL");
  const url = new URL(value);
  if (url.protocol === "tg:") return;
  if (url.protocol !== "https:" && url.protocol !== "http:") return refuse("Unsupported URL protocol");
  if (!url.hostname.includes(".") && !isOnOrigin(value, gatewayOrigin)) return refuse("Wrong HTTP URL");
  if (url.hostname !== "t.me") return;
  for (const name of ["startapp", "start"]) {
    const parameter = url.searchParams.get(name);
    if (parameter !== null && !START_PARAM.test(parameter)) refuseBadRequest("BUTTON_URL_INVALID");
  }
}

function isOnOrigin(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}

function asObject(value: unknown, reason: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuseBadRequest(reason);
  return value as Record<string, unknown>;
}
