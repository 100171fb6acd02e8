import { useEffect, useEffectEvent } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";

import type { EnvelopeOrderView } from "#machines/envelopeOrder/envelopeOrder.view.ts";

/** Gives the page an address that leads back to the order, or to its payment: who reloads or returns finds it. */
export function useOrderAddress(view: EnvelopeOrderView | null): void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const address = view === null ? null : writeAddress(view);
  const follow = useEffectEvent((next: string) => {
    if (next !== search.toString()) void navigate({ search: next }, { replace: true });
  });
  useEffect(() => {
    if (address !== null) follow(address);
  }, [address]);
}

function writeAddress({ order: { orderId, envelopeIds }, state }: EnvelopeOrderView): string {
  const names = { envelopeId: envelopeIds[0] ?? "", orderId };
  return new URLSearchParams(state === "paying" ? { ...names, pay: "1" } : names).toString();
}
