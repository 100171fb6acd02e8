import type { AccountSafety } from "#machines/email/email.machine.ts";

import type { Api } from "./createApi.ts";

/** Read afresh: another device may have changed it. */
export async function loadAccountSafety(api: Api, signal: AbortSignal): Promise<AccountSafety> {
  const { userItem } = await api.call((client) => client.GET("/v1/user/getUserInfo", { signal }), { isQuiet: true });
  return { email: userItem.email, hasSecurityCode: userItem.hasSecurityCode };
}
