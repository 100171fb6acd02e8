import { createHash, timingSafeEqual } from "node:crypto";
import type { App } from "#server/app.ts";

const LIFE_MS = 12 * 3_600_000;
const ID_BYTES = 32;

/** An operator who has given the token, in one browser. */
export interface OperatorSession {
  /** In every form: another page cannot know it. */
  formToken: string;
  /** Of the forms, so that it is typed once. */
  operator: string;
  /** What the last action came to, shown once. */
  notice: { text: string; isRefusal: boolean } | null;
  endsAt: Date;
}

/** The operators' sessions of this process; a restart ends them. */
export class OperatorSessions {
  readonly #app: Pick<App, "clock" | "random">;
  readonly #token: string;
  readonly #sessions = new Map<string, OperatorSession>();

  constructor(app: Pick<App, "clock" | "random">, token: string) {
    this.#app = app;
    this.#token = token;
  }

  /** The new session's id, or null for a wrong token. */
  open(token: string): string | null {
    if (!isSame(token, this.#token)) return null;
    const now = this.#app.clock.now();
    for (const [id, { endsAt }] of this.#sessions) if (endsAt <= now) this.#sessions.delete(id);
    const id = this.#createId();
    const endsAt = new Date(now.getTime() + LIFE_MS);
    this.#sessions.set(id, { formToken: this.#createId(), operator: "", notice: null, endsAt });
    return id;
  }

  find(id: string): OperatorSession | null {
    const session = this.#sessions.get(id);
    return session === undefined || session.endsAt <= this.#app.clock.now() ? null : session;
  }

  close(id: string): void {
    this.#sessions.delete(id);
  }

  #createId(): string {
    return Buffer.from(this.#app.random.bytes(ID_BYTES)).toString("base64url");
  }
}

/** Compares in a time that tells nothing. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
