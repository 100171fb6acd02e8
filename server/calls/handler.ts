import type { OPERATIONS, OperationId } from "#contract/operations.ts";
import type { operations } from "#contract/schema.d.ts";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";

export interface SessionUser {
  tgUserId: bigint;
  sessionId: string;
}

type SecurityOf<Op extends OperationId> = (typeof OPERATIONS)[Op]["security"];

type UserOf<Op extends OperationId> =
  SecurityOf<Op> extends readonly []
    ? null
    : SecurityOf<Op> extends readonly ["bearer"]
      ? SessionUser
      : SessionUser | null;

type PaymentCodeOf<Op extends OperationId> = "paymentCode" extends SecurityOf<Op>[number] ? string | null : null;

type DeclaredQuery<Op extends OperationId> = operations[Op]["parameters"] extends { query?: infer Query }
  ? [NonNullable<Query>] extends [never]
    ? object
    : NonNullable<Query>
  : never;

/** Query parameters after validation: a page size is always there, since the contract gives its default. */
export type QueryOf<Op extends OperationId> = DeclaredQuery<Op> &
  ("limit" extends keyof DeclaredQuery<Op> ? { limit: number } : unknown);

/** The validated JSON body, or null when the call takes none. */
export type BodyOf<Op extends OperationId> = operations[Op] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : null;

/** `data` of the 200 answer. */
export type DataOf<Op extends OperationId> = operations[Op]["responses"][200]["content"]["application/json"]["data"];

/** One authenticated and validated request. */
export interface Call<Op extends OperationId> {
  /** Whose bearer came with the request. Where a payment code may stand in for it, exactly one of the two is set. */
  user: UserOf<Op>;
  /** The bearer as it was sent: unchecked where the call requires no authority. */
  bearer: string | null;
  /** A live external payment code as it was sent. */
  paymentCode: PaymentCodeOf<Op>;
  query: QueryOf<Op>;
  body: BodyOf<Op>;
  /** The same for every try of one request with an Idempotency-Key: what the call creates it creates once per id. */
  requestId: string | null;
  /** The client's address, seen through the trusted proxies. */
  ip: string;
  language: Language;
  /** What the client addressed, seen through the trusted proxies: "http" or "https", and host with port. */
  scheme: string;
  host: string;
}

/** Carries out one call and resolves with its `data`; rejects with an ApiError for a declared failure. */
export type Handler<Op extends OperationId> = (call: Call<Op>, app: App) => Promise<DataOf<Op>>;
