import { useNavigate } from "react-router-dom";

import type { components } from "#contract/schema.d.ts";
import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { balancePaymentFlow } from "#src/adapters/actors/balancePayment.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { buildCodePath, buildOrderPath, buildRecoveryPath } from "#src/routes/links.ts";

import { BalanceOfferView } from "./BalanceOfferView.tsx";

type Order = components["schemas"]["Order"];

/** Pays an order from the balance in the app, where that covers what is due. Another sum due needs another `key`. */
export function BalanceOffer({ order }: { order: Order }) {
  const navigate = useNavigate();
  const flow = useFlow(balancePaymentFlow, {
    input: { order },
    open: { type: "ui.open" },
    onEmit: ({ type }) => {
      const path = buildOrderPath(order.envelopeIds[0] ?? "");
      // The way back leads to the order, not to the form that made it.
      void navigate(path, { replace: true });
      void navigate(type === "code.wanted" ? buildCodePath(path) : buildRecoveryPath(path));
    },
  });
  const prompt = useChild(flow?.actor ?? null, "securityCodePrompt", viewSecurityCodePrompt);
  if (flow === null) return null;
  return (
    <>
      <BalanceOfferView {...flow} isOnlyWay={order.fromAddress === null} />
      <SecurityCodePrompt prompt={prompt} />
    </>
  );
}
