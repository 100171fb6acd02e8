import { useTranslation } from "react-i18next";
import type { AnyActorRef } from "xstate";

import { viewBalancePayment } from "#machines/balancePayment/balancePayment.view.ts";
import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useChild } from "#src/hooks/useChild.ts";

import { BalanceOfferView } from "./BalanceOfferView.tsx";

interface BalanceOfferProps {
  /** Of the order. */
  actor: AnyActorRef;
  /** The balance has paid it. */
  isPaid: boolean;
  /** No wallet can pay the order. */
  isOnlyWay: boolean;
}

/** Pays an order from the balance in the app, where that covers what is due. */
export function BalanceOffer({ actor, isPaid, isOnlyWay }: BalanceOfferProps) {
  const { t } = useTranslation();
  const payment = useChild(actor, "balancePayment", viewBalancePayment);
  const prompt = useChild(payment?.actor ?? null, "securityCodePrompt", viewSecurityCodePrompt);
  if (isPaid) {
    return (
      <Section title={t("envelope:balance.title")}>
        <Cell before={<Icon name="check" />} title={t("envelope:order.status.paid")} />
      </Section>
    );
  }
  if (payment === null) return null;
  return (
    <>
      <BalanceOfferView {...payment} isOnlyWay={isOnlyWay} />
      <SecurityCodePrompt prompt={prompt} />
    </>
  );
}
