import type { components } from "#contract/schema.d.ts";
import type { OwnDraw } from "#domain/draw/verifyOwnDraw.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { createAppStorage } from "#src/adapters/storage.ts";
import { askDrawWorker } from "./askDrawWorker.ts";
import { findBeacon } from "./findBeacon.ts";
import { openKeptReceipts } from "./keptReceipts.ts";
import { readDrawKeys } from "./readDrawKeys.ts";

/**
 * Keeps what proves an entry from the first time that it is told: what is told later is compared with it. Its signatures are
 * checked while one waits, so that the round is all that is left to check beside the result.
 */
export async function keepEntry(
  api: Api,
  envelopeId: string,
  { receipt, root }: components["schemas"]["Entry"],
): Promise<void> {
  if (!openKeptReceipts().keep(envelopeId, { receipt, root })) return;
  const keys = await readDrawKeys(
    api,
    [receipt, root].flatMap((signed) => signed?.keyId ?? []),
  );
  const own: OwnDraw = {
    tgUserId: createAppStorage(localStorage).read("userId"),
    receipt,
    toldReceipt: receipt,
    root,
    toldRoot: root,
    keys,
    // What the end will tell.
    status: "waiting",
    signature: null,
    share: null,
    amount: null,
    count: 0,
  };
  // The worker remembers which signatures it knows; what is found is told with the result.
  await askDrawWorker({ chain: findBeacon(document, location.hostname), envelopeId, own, evidence: null });
}
