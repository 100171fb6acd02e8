import { type AddressMistake, findVisibleMistake } from "./addressMistake.ts";
import { computeCrc16 } from "./crc16.ts";

/** 36 bytes in base64 or base64url: tag, workchain, account, checksum. */
const FRIENDLY = /^(?:[A-Za-z0-9+/]{48}|[A-Za-z0-9_-]{48})$/;
const RAW = /^(0|-1):([0-9a-fA-F]{64})$/;
const ZERO = /^0*$/;

const BOUNCEABLE = 0x11;
const NON_BOUNCEABLE = 0x51;
const TEST_ONLY = 0x80;
const MASTERCHAIN_BYTE = 0xff;

interface TonAddress {
  workchain: "0" | "-1";
  /** The account in lower-case hex. */
  account: string;
  /** Whether the address is for test networks only. */
  isTestOnly: boolean;
}

/**
 * Converts a TON address (TEP-2) into the usual form for wallets: friendly, not bounceable, in base64url. Keeps the
 * flag of a test-network address. Returns null for anything else: a wrong checksum, another workchain, and the zero
 * address.
 */
export function normalizeTonAddress(text: string): string | null {
  const address = parseTonAddress(text);
  return address === null || ZERO.test(address.account) ? null : formatFriendly(address);
}

/**
 * What keeps a text from being bound as a TON address on the network with this CAIP-2 id; null for one that has a
 * canonical form and may be used there.
 */
export function findTonMistake(text: string, networkId: string | null): AddressMistake | null {
  const visible = findVisibleMistake("Ton", text, networkId);
  if (visible !== null || normalizeTonAddress(text) !== null) return visible;
  const address = text.trim();
  if (!FRIENDLY.test(address)) return "form";
  if (computeCrc16(readFriendlyBytes(address)) !== 0) return "checksum";
  return parseTonAddress(address) === null ? "form" : "zero";
}

/** The raw form, `workchain:account`; any other text is returned unchanged. */
export function toTonAddressKey(address: string): string {
  const parsed = parseTonAddress(address);
  return parsed === null ? address : `${parsed.workchain}:${parsed.account}`;
}

function parseTonAddress(text: string): TonAddress | null {
  const address = text.trim();
  const [, workchain, account] = RAW.exec(address) ?? [];
  if (workchain !== undefined && account !== undefined) {
    return { workchain: workchain === "0" ? "0" : "-1", account: account.toLowerCase(), isTestOnly: false };
  }
  return FRIENDLY.test(address) ? parseFriendly(address) : null;
}

function parseFriendly(address: string): TonAddress | null {
  const bytes = readFriendlyBytes(address);
  const [tag = 0, workchain = 0] = bytes;
  const kind = tag & ~TEST_ONLY;
  // A CRC of this kind over data and its checksum is zero.
  if ((kind !== BOUNCEABLE && kind !== NON_BOUNCEABLE) || computeCrc16(bytes) !== 0) return null;
  if (workchain !== 0 && workchain !== MASTERCHAIN_BYTE) return null;
  const account = Array.from(bytes.subarray(2, 34), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { workchain: workchain === 0 ? "0" : "-1", account, isTestOnly: (tag & TEST_ONLY) !== 0 };
}

function readFriendlyBytes(address: string): Uint8Array {
  const text = atob(address.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function formatFriendly({ workchain, account, isTestOnly }: TonAddress): string {
  const bytes = new Uint8Array(36);
  bytes[0] = isTestOnly ? NON_BOUNCEABLE | TEST_ONLY : NON_BOUNCEABLE;
  bytes[1] = workchain === "0" ? 0 : MASTERCHAIN_BYTE;
  for (let place = 0; place < 32; place += 1)
    bytes[place + 2] = Number.parseInt(account.slice(place * 2, place * 2 + 2), 16);
  const checksum = computeCrc16(bytes.subarray(0, 34));
  bytes[34] = checksum >> 8;
  bytes[35] = checksum & 0xff;
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
