import { defineList } from "./pagedList.ts";

/** The caller's orders that wait for their payment. */
export const unpaidOrders = defineList("unpaidOrders", "unpaidList", (api, query, _, signal) =>
  api.get("/v1/order/unpaidList", query, signal, { hasToast: true }),
);
