import type { components } from "#contract/schema.d.ts";
import type { AccountSafety } from "#machines/email/email.machine.ts";

import type { Api } from "./createApi.ts";

/** Read afresh: another device may have changed it. */
export async function loadAccountSafety(
  api: Api,
  signal: AbortSignal,
): Promise<AccountSafety & Pick<components["schemas"]["UserItem"], "spendingBlocks">> {
  const { userItem } = await api.get("/v1/user/getUserInfo", {}, signal);
  const { email, hasSecurityCode, spendingBlocks } = userItem;
  return { email, hasSecurityCode, spendingBlocks };
}
