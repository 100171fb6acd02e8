/** A proof's time may differ this much from the server's. */
const SKEW_MS = 5 * 60_000;

export interface ProofPayload {
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** What a wallet signs with its address while it connects: a nonce and the time in which the proof is made. */
export function writeProofPayload({ nonce, issuedAt, expiresAt }: ProofPayload): string {
  return ["hongbao", nonce, toSeconds(issuedAt), toSeconds(expiresAt)].join("-");
}

/** Whether a proof with this timestamp was signed while the payload was valid, give or take a wrong clock. */
export function isProofTime(payload: string, timestampS: number): boolean {
  const [, issuedS, expiresS] = /^hongbao-[0-9A-Za-z]+-([0-9]{1,12})-([0-9]{1,12})$/.exec(payload) ?? [];
  if (issuedS === undefined || expiresS === undefined) return false;
  const timeMs = timestampS * 1_000;
  return timeMs >= Number(issuedS) * 1_000 - SKEW_MS && timeMs <= Number(expiresS) * 1_000 + SKEW_MS;
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
