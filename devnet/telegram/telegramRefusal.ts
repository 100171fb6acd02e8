/** A call that Telegram refuses, with Telegram's own code and message. */
export class TelegramRefusal extends Error {
  readonly errorCode: number;
  readonly retryAfterSeconds: number | null;

  constructor(errorCode: number, description: string, retryAfterSeconds: number | null = null) {
    super(description);
    this.errorCode = errorCode;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function refuseBadRequest(reason: string): never {
  throw new TelegramRefusal(400, `Bad Request: ${reason}`);
}

export function refuseForbidden(reason: string): never {
  throw new TelegramRefusal(403, `Forbidden: ${reason}`);
}
