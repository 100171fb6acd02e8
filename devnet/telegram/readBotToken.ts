import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The bot that exists on this machine only. */
const BOT_ID = "7042180533";
/** As long as the messenger's own: 35 letters. */
const SECRET_LETTERS = 35;

/** The local bot's token, made once for the data in `folder`: who knows it can log in as anybody there. */
export function readBotToken(folder: string): string {
  const file = path.join(folder, "bot-token");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) {
    const secret = randomBytes(32).toString("base64url").slice(0, SECRET_LETTERS);
    writeFileSync(file, `${BOT_ID}:${secret}`, { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}
