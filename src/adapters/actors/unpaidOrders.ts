import { defineList } from "./pagedList.ts";

/** The caller's orders that wait for their payment. */
export const unpaidOrders = defineList("unpaidOrders", "unpaidList", (api, query, _, signal) =>
  api.call((client) => client.GET("/v1/order/unpaidList", { params: { query }, signal }), { hasToast: true }),
);
