import { COINS, type CoinType } from "#domain/coins.ts";
import { type Language, toLanguage } from "#domain/language/language.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { App } from "#server/app.ts";
import { toPerson } from "#server/calls/person.ts";
import type { Job } from "#server/job.ts";
import { deliverDue, type Delivery, type Letter } from "#server/outbox/deliver.ts";
import { type ClaimRow, selectClaims } from "#server/records/wire.ts";
import { readBestLuck } from "./shownEnvelope.ts";
import { tellBestLuck } from "./envelopeMessage.ts";
import { type BotTextKey, listNames, nameAmount, sanitizeText, tellHtml, tellLink } from "./botText.ts";
import { findNotification, type NotificationKind, NOTIFICATIONS } from "./notificationKind.ts";
import { GAP_MS } from "#server/outbox/queues.ts";
import { takeSums } from "./queueMoneyLetters.ts";
import { formatStartParam } from "./startParams.ts";
import { REACTIONS } from "#domain/envelope/reactions.ts";

const HELD_REASONS = ["limit", "treasury", "fee", "paused", "frozen", "receiver"] as const;

/** Sends one queued private message, if the person allows messages. One that disabled them gets only warnings. */
async function sendNotification(app: App, letter: Letter): Promise<Delivery> {
  const tgUserId = BigInt(letter.taker);
  const person = await app.database.kysely
    .selectFrom("tg_user")
    .select(["lang", "allows_write_to_pm", "allows_notifications"])
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  // Only known kinds are due.
  const kind = letter.kind as NotificationKind;
  const params = letter.payload as Readonly<Record<string, string>>;
  const sums = kind === "moneySums" ? await takeSums(app, letter.id) : [];
  if (sums?.length === 0 && kind === "moneySums") return { kind: "dropped", reason: "there is nothing to tell" };
  if (sums === null) return { kind: "later", until: new Date(app.clock.now().getTime() + GAP_MS) };
  const isWanted = person.allows_notifications || findNotification(kind).isWarning === true;
  if (!isWanted || !person.allows_write_to_pm) return { kind: "dropped", reason: "the person allows no messages" };

  const language = toLanguage(person.lang);
  const claim = await readClaim(app, params);
  const values: Record<string, string> = {
    ...readValues(language, params),
    ...(claim === null ? {} : nameClaim(language, claim)),
  };
  if (kind === "thanks") {
    const names = await nameThankful(app, language, values["envelopeId"] ?? "");
    if (names === null) return { kind: "dropped", reason: "the thanks were taken back" };
    Object.assign(values, { names });
  }
  const luck = claim === null || kind !== "lastClaim" ? null : await readBestLuck(app, language, claim);
  const html = [
    ...[`notification.${kind}` as const, ...findDetails(params)].map((key) => tellHtml(language, key, values)),
    ...(claim === null || luck === null ? [] : [tellBestLuck(language, claim.coin_type, luck)]),
  ].join(" ");
  const told = sums.map(({ change, coinType, letters, amount }) =>
    tellHtml(language, `sum.${change}`, {
      count: letters,
      amount: formatAmountText(amount, language),
      coinType: nameOnNetwork(coinType),
    }),
  );
  const button = tellLink(app, language, "private.open", findStartParam(kind, values));
  const outcome = await app.telegram.sendMessage(tgUserId, { html: [html, ...told].join("\n"), button });
  if (outcome.kind === "moved") return { ...outcome, kind: "refused" };
  return outcome.kind === "forbidden" ? { ...outcome, kind: "dropped" } : outcome;
}

/** What follows the message: why a payout is held, which coins a new wallet blocks. */
function findDetails({ reason, blockedCoin }: Readonly<Record<string, string>>): BotTextKey[] {
  const held = HELD_REASONS.find((known) => known === reason);
  return [
    ...(held === undefined ? [] : [`detail.held.${held}` as const]),
    ...(blockedCoin === undefined ? [] : ["detail.blocked" as const]),
  ];
}

/** Null: the first page. */
function findStartParam(kind: NotificationKind, values: Readonly<Record<string, string>>): string | null {
  const { page } = findNotification(kind);
  return formatStartParam(page, values[`${page}Id`]);
}

/** The claim that the message is about; null where it is about none. */
async function readClaim(
  app: App,
  { envelopeId, claimId }: Readonly<Record<string, string>>,
): Promise<ClaimRow | null> {
  if (envelopeId === undefined || claimId === undefined) return null;
  return selectClaims(app.database.kysely)
    .where("claim.envelope_id", "=", envelopeId)
    .where("claim.claim_id", "=", claimId)
    .executeTakeFirstOrThrow();
}

/** Who claimed how much. */
function nameClaim(language: Language, claim: ClaimRow): Record<string, string> {
  const { amount, coin } = nameAmount(language, claim.coin_type, claim.amount_base);
  return {
    name: sanitizeText(toPerson(claim, language).name),
    amount,
    coinType: coin,
    count: String(claim.count),
  };
}

/**
 * Shows the coin and its network: the amount moves on it. Numbers are written as in the language. People wrote the
 * group's title, so it is made safe.
 */
function readValues(language: Language, values: Readonly<Record<string, string>>): Record<string, string> {
  const { amount, fee, coinType, blockedCoin, title } = values;
  return {
    ...values,
    ...(amount === undefined ? {} : { amount: formatAmountText(amount, language) }),
    ...(fee === undefined ? {} : { fee: formatAmountText(fee, language) }),
    ...(coinType === undefined ? {} : { coinType: nameOnNetwork(coinType as CoinType) }),
    ...(blockedCoin === undefined ? {} : { blockedCoin: nameTickers(language, blockedCoin) }),
    ...(title === undefined ? {} : { title: sanitizeText(title) }),
  };
}

/** The tickers of coins that a comma parts. */
function nameTickers(language: Language, coinTypes: string): string {
  const tickers = coinTypes.split(",").map((coinType) => COINS[coinType as CoinType].ticker);
  return new Intl.ListFormat(language).format(tickers);
}

/** Another coin on another network may have the same ticker. */
function nameOnNetwork(coinType: CoinType): string {
  const { ticker, network } = COINS[coinType];
  return `${ticker} (${network})`;
}

/** About half an hour. */
const MAX_ATTEMPTS = 35;

/** Sends the bot's due private messages, each person's first warning before others; one person's messages are due one after the other. */
export const sendNotifications: Job = {
  name: "sendNotifications",
  intervalMs: 1_000,
  async run(app, signal) {
    const outbox = {
      queue: "notification" as const,
      kinds: Object.keys(NOTIFICATIONS),
      maxAttempts: MAX_ATTEMPTS,
      deliver: (letter: Letter) => sendNotification(app, letter),
    };
    await deliverDue(app, outbox, signal);
  },
};

/** Who thanks the sender of an envelope by now, and how; null where nobody does. */
async function nameThankful(app: App, language: Language, envelopeId: string): Promise<string | null> {
  const claims = await selectClaims(app.database.kysely)
    .select("envelope.sender_id")
    .where("claim.envelope_id", "=", envelopeId)
    .where("claim.reaction", "is not", null)
    .orderBy("claim.number")
    .execute();
  const names = claims.flatMap((claim) =>
    claim.reaction === null || claim.tg_user_id === claim.sender_id
      ? []
      : [`${sanitizeText(toPerson(claim, language).name)} ${REACTIONS[claim.reaction]}`],
  );
  return names.length === 0 ? null : listNames(language, names);
}
