/** A call that Telegram refuses, with Telegram's own code and message. */
export class TelegramRefusal extends Error {
  readonly errorCode: number;
  /** What a program may act upon. */
  readonly parameters: Readonly<Record<string, number>> | undefined;

  constructor(errorCode: number, description: string, parameters?: Readonly<Record<string, number>>) {
    super(description);
    this.errorCode = errorCode;
    this.parameters = parameters;
  }
}

export function refuseBadRequest(reason: string): never {
  throw new TelegramRefusal(400, `Bad Request: ${reason}`);
}

export function refuseForbidden(reason: string): never {
  throw new TelegramRefusal(403, `Forbidden: ${reason}`);
}
