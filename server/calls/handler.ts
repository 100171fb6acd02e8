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

/** Validated query parameters. The page size is always set, since the contract has a default. */
export type QueryOf<Op extends OperationId> = DeclaredQuery<Op> &
  ("limit" extends keyof DeclaredQuery<Op> ? { limit: number } : unknown);

/** The validated JSON body; null when the call takes none, or takes one that was left out. */
export type BodyOf<Op extends OperationId> = operations[Op] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : operations[Op] extends { requestBody?: infer Optional }
    ? OptionalBody<NonNullable<Optional>>
    : null;

type OptionalBody<Content> = [Content] extends [never]
  ? null
  : Content extends { content: { "application/json": infer Body } }
    ? Body | null
    : null;

/** `data` of the 200 answer. */
export type DataOf<Op extends OperationId> = operations[Op]["responses"][200]["content"]["application/json"]["data"];

/** One authenticated and validated request. */
export interface Call<Op extends OperationId> {
  /** The caller with a bearer. Where a payment code may replace it, exactly one of the two is set. */
  user: UserOf<Op>;
  /** The bearer as sent: not verified if the call requires no authority. */
  bearer: string | null;
  /** A live external payment code as sent. */
  paymentCode: PaymentCodeOf<Op>;
  query: QueryOf<Op>;
  body: BodyOf<Op>;
  /** The same for all tries of one request with an Idempotency-Key: the call creates at most one row per id. */
  requestId: string | null;
  /** The client's address, as the trusted proxies report it. */
  ip: string;
  language: Language;
  /** The address the client called, as the trusted proxies report it: "http" or "https", and host with port. */
  scheme: string;
  host: string;
}

/** Executes a call and resolves with its `data`; rejects with an ApiError for a declared failure. */
export type Handler<Op extends OperationId> = (call: Call<Op>, app: App) => Promise<DataOf<Op>>;
