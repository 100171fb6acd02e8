import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { ApiError } from "#server/calls/apiError.ts";

export const MAX_AGE_S = 3_600;
export const MAX_AHEAD_S = 60;

/** The person of verified launch data. */
export interface MessengerUser {
  id: bigint;
  firstName: string;
  lastName: string | null;
  username: string | null;
  languageCode: string | null;
  /** An http or https URL. */
  photoUrl: string | null;
  allowsWriteToPm: boolean;
}

export interface LaunchData {
  user: MessengerUser;
  authDate: Date;
  startParam: string | null;
  /** The same for the same launch data. No secret: nothing can be signed with it. */
  launchHash: Buffer;
}

/**
 * Verifies raw launch data against the bot's token and parses it.
 * Throws loginVerificationFailed, or launchDataExpired for a right signature older than an hour or over 60 s ahead.
 */
export function verifyInitData(initData: string, botToken: string, now: Date): LaunchData {
  const fields = readFields(initData);
  const hash = fields.get("hash");
  if (hash === undefined || !/^[0-9a-f]{64}$/.test(hash)) throw new ApiError("loginVerificationFailed");
  if (!timingSafeEqual(Buffer.from(hash, "hex"), signFields(fields, botToken)))
    throw new ApiError("loginVerificationFailed");

  const authDate = fields.get("auth_date") ?? "";
  if (!/^[0-9]{1,12}$/.test(authDate)) throw new ApiError("loginVerificationFailed");
  const user = readUser(fields.get("user"));
  const ageS = now.getTime() / 1_000 - Number(authDate);
  if (ageS > MAX_AGE_S || ageS < -MAX_AHEAD_S) throw new ApiError("launchDataExpired");
  return {
    user,
    authDate: new Date(Number(authDate) * 1_000),
    startParam: fields.get("start_param") ?? null,
    launchHash: createHash("sha256").update(hash).digest(),
  };
}

function readFields(initData: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [key, value] of new URLSearchParams(initData)) {
    if (fields.has(key)) throw new ApiError("loginVerificationFailed");
    fields.set(key, value);
  }
  return fields;
}

/** HMAC over every field but `hash`, `signature` included. */
function signFields(fields: ReadonlyMap<string, string>, botToken: string): Buffer {
  const checkString = [...fields]
    .filter(([key]) => key !== "hash")
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join("\n");
  const secret = createHmac("sha256", "WebAppData").update(botToken).digest();
  return createHmac("sha256", secret).update(checkString).digest();
}

function readUser(text: string | undefined): MessengerUser {
  const user = parseObject(text);
  const id = user["id"];
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id <= 0) throw new ApiError("loginVerificationFailed");
  if (user["is_bot"] === true) throw new ApiError("loginVerificationFailed");
  const photoUrl = readText(user["photo_url"]);
  return {
    id: BigInt(id),
    firstName: readText(user["first_name"]) ?? "",
    lastName: readText(user["last_name"]),
    username: readText(user["username"]),
    languageCode: readText(user["language_code"]),
    photoUrl: photoUrl !== null && /^https?:\/\//.test(photoUrl) ? photoUrl : null,
    allowsWriteToPm: user["allows_write_to_pm"] === true,
  };
}

function parseObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Rejected below like every other malformed value.
  }
  throw new ApiError("loginVerificationFailed");
}

/** Removes U+0000: the database cannot store it, and such a name must not block the login. */
function readText(value: unknown): string | null {
  const text = typeof value === "string" ? value.replaceAll("\u0000", "") : "";
  return text === "" ? null : text;
}
