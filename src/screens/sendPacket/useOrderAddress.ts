import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

import type { EnvelopeOrderView } from "#machines/envelopeOrder/envelopeOrder.view.ts";

import type { OrderPlace } from "./orderPlace.ts";

/** Gives the page an address that leads back to the order, or to its payment: who reloads or returns finds it. */
export function useOrderAddress(view: EnvelopeOrderView | null): void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const left = useLocation().state as Partial<OrderPlace> | null;
  const address = view === null ? null : writeAddress(view);
  const follow = useEffectEvent((next: string) => {
    if (next === search.toString()) return;
    const state: OrderPlace = { isFormPage: left?.isFormPage ?? !search.has("envelopeId") };
    void navigate({ search: next }, { replace: true, state });
  });
  useEffect(() => {
    if (address !== null) follow(address);
  }, [address]);
}

function writeAddress({ order: { orderId, envelopeIds }, state }: EnvelopeOrderView): string {
  const names = { envelopeId: envelopeIds[0] ?? "", orderId };
  return new URLSearchParams(state === "paying" ? { ...names, pay: "1" } : names).toString();
}
