import type { components } from "#contract/schema.d.ts";

import type { Api } from "./createApi.ts";

/** Reads an envelope without its claims. */
export async function readEnvelope(
  api: Api,
  envelopeId: string,
  signal: AbortSignal,
): Promise<components["schemas"]["Envelope"]> {
  const { envelope } = await api.get("/v1/redpackage/claimDetail", { envelopeId, limit: 1 }, signal);
  return envelope;
}
