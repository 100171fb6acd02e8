import type { ErrorKey } from "#contract/errors.ts";
import type { OperationId } from "#contract/operations.ts";

const NO_SECURITY_CODE = "nobody has a security code until changeSecurityCode is built";

/** Declared errors that cannot be provoked over the API yet, each with its reason. */
export const UNPROVOKED_ERRORS: Partial<Record<OperationId, Partial<Record<ErrorKey, string>>>> = {
  bindWallet: {
    wrongSecurityCode: NO_SECURITY_CODE,
    securityCodeRequired: NO_SECURITY_CODE,
    securityCodeLocked: NO_SECURITY_CODE,
  },
  unbindWallet: {
    wrongSecurityCode: NO_SECURITY_CODE,
    securityCodeRequired: NO_SECURITY_CODE,
    securityCodeLocked: NO_SECURITY_CODE,
  },
};
