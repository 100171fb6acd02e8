import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The id of the local bot. */
const BOT_ID = "7042180533";
/** The length of the messenger's own tokens: 35 characters. */
const SECRET_LETTERS = 35;

/** The local bot's token, created once for the data in `folder`: with it, anyone can log in as any person there. */
export function readBotToken(folder: string): string {
  const file = path.join(folder, "bot-token");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) {
    const secret = randomBytes(32).toString("base64url").slice(0, SECRET_LETTERS);
    writeFileSync(file, `${BOT_ID}:${secret}`, { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}
