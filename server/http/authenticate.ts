import { ApiError } from "#server/calls/apiError.ts";
import type { SessionUser } from "#server/calls/handler.ts";
import { authenticateBearer } from "#server/accounts/sessions.ts";
import type { App } from "#server/app.ts";
import { findSecretCode } from "#server/limits/attempts.ts";
import { authenticatePaymentCode } from "#server/orders/orderCaller.ts";
import type { OperationContract } from "./readContract.ts";

/** How the rooms accounts and orders authenticate the two kinds of authority. */
export interface Authority {
  /** Rejects with unauthorized for an unknown or ended bearer and with sessionRevoked for a revoked one. */
  findSession(token: string): Promise<SessionUser>;
  /**
   * Returns the holder of a payment code. Rejects with paymentCodeInvalid, or with tooManyTries after too many wrong
   * codes.
   */
  findPaymentCode(code: string, ip: string): Promise<{ tgUserId: bigint; codeHash: Buffer; isLive: boolean }>;
}

/** The caller of a request. At most one of `user` and `paymentCode` is set; `ownerId` is the user of either. */
export interface Caller {
  user: SessionUser | null;
  paymentCode: string | null;
  ownerId: bigint | null;
  /**
   * The owner of stored answers: the bearer, or one payment code. Null without authority, and for an expired code: then
   * the call itself decides what the code may read.
   */
  idempotencyOwner: string | null;
}

interface Credentials {
  authorization: string | undefined;
  paymentCode: string | undefined;
  ip: string;
}

/** The bearer in an Authorization header, or null. */
export function readBearer(authorization: string | undefined): string | null {
  return /^Bearer +([A-Za-z0-9_-]{1,256})$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** Finds the caller of an operation, or rejects with an ApiError. */
export async function authenticate(
  { security }: Pick<OperationContract, "security">,
  credentials: Credentials,
  authority: Authority,
): Promise<Caller> {
  if (security.length === 0) return { user: null, paymentCode: null, ownerId: null, idempotencyOwner: null };
  const code = credentials.paymentCode?.trim();
  // If both are sent, the narrower authority counts.
  if (code !== undefined && security.includes("paymentCode")) {
    if (code === "") throw new ApiError("paymentCodeMissing");
    const { tgUserId, codeHash, isLive } = await authority.findPaymentCode(code, credentials.ip);
    const idempotencyOwner = isLive ? `code:${codeHash.toString("hex")}` : null;
    return { user: null, paymentCode: code, ownerId: tgUserId, idempotencyOwner };
  }
  const token = readBearer(credentials.authorization);
  if (token === null) throw new ApiError("unauthorized");
  const user = await authority.findSession(token);
  return { user, paymentCode: null, ownerId: user.tgUserId, idempotencyOwner: "bearer" };
}

/** Authenticates bearers and payment codes against the database. */
export function createAuthority(app: App): Authority {
  return {
    async findSession(token) {
      const user = await authenticateBearer(app, token);
      if (user === "missing") throw new ApiError("unauthorized");
      if (user === "revoked") throw new ApiError("sessionRevoked");
      return user;
    },
    async findPaymentCode(code, ip) {
      const holder = await findSecretCode(app, ip, () => authenticatePaymentCode(app, code));
      if (holder === "ended") throw new ApiError("paymentCodeInvalid");
      return holder;
    },
  };
}
