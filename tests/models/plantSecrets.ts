/** Fields whose texts must stay secret by the specification; written without a look at the inspector's public fields. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(
  [
    "token initData startParam passphrase securityCode newSecurityCode repeatedSecurityCode verificationCode",
    "email currentEmail externalPaymentCode paymentUrl proofUrl url handoffLink codeLink handoffUrl",
    "challenge proof signature ownershipProof message text value reason account address name username title output remark",
  ].flatMap((names) => names.split(" ")),
);
/** What stands in every text of a secret field. */
export const SECRET = "known-secret";

/** Copies a value and puts the known secret into every text of a secret field. */
export function plantSecrets(value: unknown, isSecret = false): unknown {
  if (typeof value === "string") return isSecret && value !== "" ? `${SECRET} ${value}` : value;
  if (Array.isArray(value)) return value.map((item) => plantSecrets(item, isSecret));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      plantSecrets(field, SECRET_FIELDS.has(name)),
    ]),
  );
}
