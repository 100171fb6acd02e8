import { timingSafeEqual } from "node:crypto";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";

const CHAT_BYTES = 8;
const SIGNATURE_BYTES = 12;

/** The signed start parameter of a group, `g_<chat id and truncated HMAC>`: who opens the app by it gets the group linked. */
export function formatChatStartParam(appSecrets: readonly string[], chatId: bigint): string {
  const chat = writeChat(chatId);
  const [signature] = signChat(appSecrets, chat);
  return `g_${Buffer.concat([chat, signature]).toString("base64url")}`;
}

/** The group of a start parameter that this server signed, else null. */
export function readChatStartParam(appSecrets: readonly string[], startParam: string): bigint | null {
  if (!/^g_[A-Za-z0-9_-]{27}$/.test(startParam)) return null;
  const bytes = Buffer.from(startParam.slice(2), "base64url");
  const chat = bytes.subarray(0, CHAT_BYTES);
  const signature = bytes.subarray(CHAT_BYTES);
  const isSigned = signChat(appSecrets, chat).some((known) => timingSafeEqual(known, signature));
  return isSigned ? chat.readBigInt64BE() : null;
}

/** The start parameter that opens an envelope's claim page. It carries no authority. */
export function formatEnvelopeStartParam(envelopeId: string): string {
  return `e_${envelopeId}`;
}

/** The link that opens the app inside the messenger. */
export function formatAppLink(botUsername: string, botAppName: string, startParam: string | null): string {
  const link = `https://t.me/${botUsername}/${botAppName}`;
  return startParam === null ? link : `${link}?startapp=${startParam}`;
}

function writeChat(chatId: bigint): Buffer {
  const chat = Buffer.alloc(CHAT_BYTES);
  chat.writeBigInt64BE(chatId);
  return chat;
}

function signChat(appSecrets: readonly string[], chat: Buffer): [Buffer, ...Buffer[]] {
  const [newest, ...older] = hashKeyed(appSecrets, "chatLink", chat.toString("hex"));
  const cut = (hash: Buffer) => hash.subarray(0, SIGNATURE_BYTES);
  return [cut(newest), ...older.map(cut)];
}
