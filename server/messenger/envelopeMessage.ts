import type { CoinType } from "#domain/coins.ts";
import { DRAW_WINDOWS_S, USUAL_WINDOW_S } from "#domain/envelope/validateSend.ts";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { findWords } from "#server/looks/findWords.ts";
import type { BotMessage } from "./botApi.ts";
import { seeTitle } from "#server/calls/person.ts";
import { type BestLuck, findState, nameSender, type SeenInGroup, type ShownRow } from "./shownEnvelope.ts";
import {
  escapeHtml,
  listNames,
  measureHtml,
  nameAmount,
  nameShortly,
  sanitizeText,
  tellHtml,
  tellLink,
  tellPlain,
} from "./botText.ts";
import { formatPostStartParam, formatStartParam } from "./startParams.ts";

/** Before the id of an envelope, in the data of the button that asks for one's own share. */
export const SHARE_DATA = "share:";

/** Also the caption of a picture. */
const MAX_CAPTION = 1024;

/**
 * Builds an envelope's message, with the button to its claim page. One that its sender shares into any chat may stay as it
 * is, so nothing of it goes stale, and it does not tell who claimed: that is for the group that the envelope was sent to.
 */
export function renderEnvelopeMessage(
  app: Pick<App, "config" | "telegram">,
  language: Language,
  envelope: ShownRow,
  group: SeenInGroup | null = null,
): BotMessage & Required<Pick<BotMessage, "button">> {
  const { envelope_id: envelopeId, coin_type: coinType, claimed_count: claimedCount, expires_at: expiresAt } = envelope;
  const count = String(envelope.count);
  const words = findWords(language, envelope.remark, envelope.message_id);
  const state = findState(envelope);
  const lines = [
    tellHtml(language, "envelope.headline", { sender: nameShortly(nameSender(envelope, language)) }),
    tellHtml(language, "envelope.facts", {
      kind: tellPlain(language, `envelope.${envelope.type}`),
      ...nameAmount(language, coinType, envelope.total_base),
      count,
    }),
    ...(envelope.type === "luckyDraw" ? [tellRule(language, envelope)] : []),
    ...(words === "" ? [] : [`<blockquote>${escapeHtml(sanitizeText(words))}</blockquote>`]),
    ...(group === null
      ? []
      : [tellHtml(language, "envelope.remaining", { remaining: String(envelope.count - claimedCount), count })]),
    state === "open" ? tellHowToOpen(language, envelope, group) : tellHtml(language, `envelope.${state}`),
    ...(group !== null && state === "open" && expiresAt !== null
      ? [tellHtml(language, "envelope.until", { time: { html: tellTime(language, expiresAt) } })]
      : []),
    ...(group === null || group.bestLuck === null ? [] : [tellBestLuck(language, coinType, group.bestLuck)]),
  ];
  const said = lines.join("\n");
  const list = group === null ? "" : tellShares(language, envelope, group, MAX_CAPTION - measureHtml(said) - 1);
  const startParam =
    group === null
      ? formatStartParam("claim", envelopeId)
      : formatPostStartParam(app.config.appSecrets, envelopeId, group.chatId);
  return {
    html: list === "" ? said : `${said}\n${list}`,
    button: tellLink(app, language, state === "open" ? "envelope.open" : "envelope.seeResult", startParam),
    question: { text: tellPlain(language, "share.button"), data: `${SHARE_DATA}${envelopeId}` },
  };
}

/** How a lucky draw is drawn, and where that is checked. */
function tellRule(language: Language, { draw_rule: drawRule, draw_window_s: windowS }: ShownRow): string {
  const known = DRAW_WINDOWS_S.find((seconds) => seconds === windowS) ?? USUAL_WINDOW_S;
  return drawRule === "instant"
    ? tellHtml(language, "envelope.instant", {})
    : tellHtml(language, "envelope.together", { window: tellPlain(language, `envelope.window.${known}`) });
}

/** Outside the envelope's group, private chats keep their names. */
function tellHowToOpen(language: Language, { conditions }: ShownRow, group: SeenInGroup | null): string {
  if (conditions.length === 0) return tellHtml(language, "envelope.askPassphrase");
  const names = conditions.map(({ title, chatId, username }) =>
    username === null && group === null
      ? tellPlain(language, "envelope.privateGroup")
      : nameShortly(seeTitle(title, chatId)),
  );
  const groups = listNames(language, [...new Set(names)]);
  return tellHtml(language, "envelope.members", { groups });
}

/** A moment that each reader sees in their own zone; an older messenger shows it in UTC. */
function tellTime(language: Language, at: Date): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(at);
  return `<tg-time unix="${String(Math.floor(at.getTime() / 1000))}" format="Dt">${text} UTC</tg-time>`;
}

export function tellBestLuck(language: Language, coinType: CoinType, { names, amountBase }: BestLuck): string {
  return tellHtml(language, "envelope.bestLuck", {
    names: listNames(language, names.map(nameShortly)),
    ...nameAmount(language, coinType, amountBase),
  });
}

/**
 * The shares as a folded quote of at most `room` characters: as many as fit, and how many more there are. The best luck
 * has a line of its own, so the list goes on with everybody else.
 */
function tellShares(language: Language, envelope: ShownRow, { shares, bestLuck }: SeenInGroup, room: number): string {
  const rest = shares.filter(({ amountBase }) => amountBase !== bestLuck?.amountBase);
  if (rest.length === 0) return "";
  const lines = rest.map(({ name, amountBase }) => {
    const { amount, coin } = nameAmount(language, envelope.coin_type, amountBase);
    return escapeHtml(`${nameShortly(name)} · ${amount} ${coin}`);
  });
  for (let told = lines.length; told >= 0; told -= 1) {
    const left = envelope.claimed_count - (bestLuck?.names.length ?? 0) - told;
    const more = left > 0 ? [tellHtml(language, "envelope.more", { count: String(left) })] : [];
    const quote = [...lines.slice(0, told), ...more].join("\n");
    if (quote !== "" && measureHtml(quote) <= room) return `<blockquote expandable>${quote}</blockquote>`;
  }
  return "";
}
