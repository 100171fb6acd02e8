import type { components } from "#contract/schema.d.ts";
import { StatePage } from "#src/screens/statePage/StatePage.tsx";
import { sampleOrder } from "#tests/models/samples.ts";

import type { Candidate, GalleryScreen } from "../picture.ts";
import { Scene } from "../still/Scene.tsx";
import { standInFailedList, standInList } from "../still/standInList.ts";

type Order = components["schemas"]["Order"];

const ORDERS: readonly Order[] = [
  sampleOrder,
  { ...sampleOrder, reportedTxHash: "0xabcd" },
  { ...sampleOrder, status: "partiallyPaid", paidAmount: "0.02" },
  { ...sampleOrder, status: "confirming", network: { name: "Ethereum", chainId: 1 } },
  { ...sampleOrder, status: "paid" },
  { ...sampleOrder, status: "cancelled" },
  { ...sampleOrder, status: "expired" },
];

function draw(state: string, list: ReturnType<typeof standInList>, at = "/statePage?orderId=o1"): Candidate {
  return {
    state,
    facts: new Map(),
    node: (
      <Scene at={at} flows={{ orderDetail: list }}>
        <StatePage />
      </Scene>
    ),
  };
}

export const screen: GalleryScreen = {
  listCandidates: () =>
    Promise.resolve([
      ...ORDERS.map((order) =>
        draw(`${order.status}${order.reportedTxHash === null ? "" : " reported"}`, standInList([order])),
      ),
      draw("failed", standInFailedList("notFound")),
      draw("without an order", standInList([]), "/statePage?kind=payment&outcome=success"),
    ]),
};
