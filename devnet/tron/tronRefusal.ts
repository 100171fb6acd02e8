export type RefusalCode =
  | "SIGERROR"
  | "TAPOS_ERROR"
  | "TRANSACTION_EXPIRATION_ERROR"
  | "DUP_TRANSACTION_ERROR"
  | "CONTRACT_VALIDATE_ERROR"
  | "BANDWITH_ERROR"
  | "OTHER_ERROR";

/** Why a node does not take a transaction, as java-tron names it. */
export class TronRefusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = "TronRefusal";
    this.code = code;
  }
}
