import type { DrawKey } from "#domain/draw/drawKey.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

let known: readonly DrawKey[] = [];

/** The operator's keys of draws. They are asked for once, and again where one is named that is not among them. */
export async function readDrawKeys(
  api: Api,
  named: readonly string[],
  signal?: AbortSignal,
): Promise<readonly DrawKey[]> {
  const isKnown = named.length > 0 && named.every((keyId) => known.some((key) => key.keyId === keyId));
  if (isKnown) return known;
  ({ keys: known } = await api.get("/v1/system/drawKeys", {}, signal));
  return known;
}
