/** An answer that is an error, as a Solana node gives it. */
export class SolanaRefusal extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "SolanaRefusal";
    this.code = code;
    this.data = data;
  }
}

export const INVALID_PARAMS = -32_602;
