import { ApiError } from "./apiError.ts";
import type { SessionUser } from "./handler.ts";
import type { OperationContract } from "./readContract.ts";

/** How the accounts and orders rooms recognise the two kinds of authority. */
export interface Authority {
  /** Rejects with unauthorized for an unknown or dead bearer and with sessionRevoked for a revoked one. */
  findSession(token: string): Promise<SessionUser>;
  /** The owner of a payment code. Rejects with paymentCodeInvalid. */
  findPaymentCodeOwner(code: string): Promise<{ tgUserId: bigint }>;
}

/** Whose request it is. At most one of `user` and `paymentCode` is set; `ownerId` is the user behind either. */
export interface Caller {
  user: SessionUser | null;
  paymentCode: string | null;
  ownerId: bigint | null;
}

interface Credentials {
  authorization: string | undefined;
  paymentCode: string | undefined;
}

/** Finds the caller of an operation, or rejects with the ApiError that keeps a stranger out. */
export async function authenticate(
  { security }: Pick<OperationContract, "security">,
  credentials: Credentials,
  authority: Authority,
): Promise<Caller> {
  if (security.length === 0) return { user: null, paymentCode: null, ownerId: null };
  const code = credentials.paymentCode?.trim();
  // The narrower authority wins when both come.
  if (code !== undefined && security.includes("paymentCode")) {
    if (code === "") throw new ApiError("paymentCodeMissing");
    const owner = await authority.findPaymentCodeOwner(code);
    return { user: null, paymentCode: code, ownerId: owner.tgUserId };
  }
  const token = /^Bearer +([A-Za-z0-9_-]{1,256})$/i.exec(credentials.authorization ?? "")?.[1];
  if (token === undefined) throw new ApiError("unauthorized");
  const user = await authority.findSession(token);
  return { user, paymentCode: null, ownerId: user.tgUserId };
}
