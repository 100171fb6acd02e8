import { timingSafeEqual } from "node:crypto";
import type { App } from "#server/app.ts";
import { type KeyPurpose, hashKeyed } from "#server/crypto/keyed.ts";

const CHAT_BYTES = 8;
const SIGNATURE_BYTES = 12;

/**
 * The signed start parameter of a group, `g_<chat id and truncated HMAC>`, with `_<topic>` behind it in a topic of a
 * forum, which is signed too: opening the app by it links the group to a member.
 */
export function formatChatStartParam(
  appSecrets: readonly string[],
  chatId: bigint,
  threadId: bigint | null = null,
): string {
  const [signed] = signChat(appSecrets, "chatLink", threadId === null ? "" : `:${threadId}`, chatId);
  return threadId === null ? `g_${signed}` : `g_${signed}_${threadId}`;
}

const CHAT_PARAM = /^g_([A-Za-z0-9_-]{27})(?:_([1-9][0-9]{0,9}))?$/;

/** The group of a start parameter that this server signed, else null. */
export function readChatStartParam(appSecrets: readonly string[], startParam: string): bigint | null {
  const [, signed, topic] = CHAT_PARAM.exec(startParam) ?? [];
  if (signed === undefined) return null;
  return readSigned(appSecrets, "chatLink", topic === undefined ? "" : `:${topic}`, signed);
}

/** The topic of a group's start parameter that was read before; null where it names none. */
export function readTopic(startParam: string): bigint | null {
  const topic = CHAT_PARAM.exec(startParam)?.[2];
  return topic === undefined ? null : BigInt(topic);
}

/** Pages of one thing, by the letter before its id; `src/routes/decideRoute.ts` reads them. They grant no authority. */
const LETTERS = { claim: "e", envelope: "d", order: "o", payout: "p", wallet: "w" } as const;

/** What a link of the bot opens: the claim page or the details of an envelope, a state, or a page without an id. */
export type LinkedPage = keyof typeof LETTERS | "user" | "movements" | "email" | "code" | "privacy";

/** The start parameter of a page. `id` counts only for a page of one thing; without it that page has none: null. */
export function formatStartParam(page: LinkedPage, id: string | undefined): string | null {
  if (!isOfOneThing(page)) return page;
  return id === undefined ? null : `${LETTERS[page]}_${id}`;
}

function isOfOneThing(page: LinkedPage): page is keyof typeof LETTERS {
  return Object.hasOwn(LETTERS, page);
}

/**
 * The start parameter of an envelope's message in its group, `c_<envelope id>_<chat id and truncated HMAC>`: opens the
 * claim page, and links the group to its members. Posts can be forwarded, so it does not prove membership. It has its
 * own key: otherwise anyone could turn it into a `g_` parameter. With an id of 22 characters it has 52 of 512 allowed
 * characters.
 */
export function formatPostStartParam(appSecrets: readonly string[], envelopeId: string, chatId: bigint): string {
  const [signed] = signChat(appSecrets, "postLink", envelopeId, chatId);
  return `c_${envelopeId}_${signed}`;
}

/**
 * The group of a post's start parameter that this server signed, else null. Parsed from the end, since ids contain `_`
 * and `-`.
 */
export function readPostStartParam(appSecrets: readonly string[], startParam: string): bigint | null {
  const [, envelopeId, signed] = /^c_([A-Za-z0-9_-]{1,128})_([A-Za-z0-9_-]{27})$/.exec(startParam) ?? [];
  if (envelopeId === undefined || signed === undefined) return null;
  return readSigned(appSecrets, "postLink", envelopeId, signed);
}

/** The link that opens the app inside the messenger. */
export function formatAppLink(
  { telegram, config }: Pick<App, "telegram" | "config">,
  startParam: string | null,
): string {
  const link = `https://t.me/${telegram.username}/${config.botAppName}`;
  return startParam === null ? link : `${link}?startapp=${startParam}`;
}

/**
 * A chat's id with its truncated HMAC under every secret, newest first. The HMAC also covers `envelopeId`, which the
 * result does not contain.
 */
function signChat(
  appSecrets: readonly string[],
  purpose: KeyPurpose,
  envelopeId: string,
  chatId: bigint,
): [string, ...string[]] {
  const chat = Buffer.alloc(CHAT_BYTES);
  chat.writeBigInt64BE(chatId);
  const [newest, ...older] = hashKeyed(appSecrets, purpose, `${chat.toString("hex")}${envelopeId}`);
  const write = (hash: Buffer) => Buffer.concat([chat, hash.subarray(0, SIGNATURE_BYTES)]).toString("base64url");
  return [write(newest), ...older.map(write)];
}

function readSigned(
  appSecrets: readonly string[],
  purpose: KeyPurpose,
  envelopeId: string,
  signed: string,
): bigint | null {
  const bytes = Buffer.from(signed, "base64url");
  const chatId = bytes.subarray(0, CHAT_BYTES).readBigInt64BE();
  const known = signChat(appSecrets, purpose, envelopeId, chatId);
  const isSigned = known.some((text) => timingSafeEqual(Buffer.from(text, "base64url"), bytes));
  return isSigned ? chatId : null;
}
