import { defineList } from "./pagedList.ts";

/** What the caller's balances gained and lost. */
export const movements = defineList("movements", "movements", (api, query, params, signal) =>
  api.call((client) => client.GET("/v1/wallet/movements", { params: { query: { ...params, ...query } }, signal }), {
    hasToast: true,
  }),
);

/** The same of one coin, read again and again: money is on its way (parameter `coinType`). */
export const arrivals = defineList("arrivals", "movements", async (api, query, params, signal) => {
  const page = await api.call((client) =>
    client.GET("/v1/wallet/movements", { params: { query: { ...params, ...query } }, signal }),
  );
  return { ...page, isLive: true };
});
