import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { Amount } from "./Amount.tsx";
import { MoneyRow } from "./MoneyRow.tsx";
import { Worth } from "./Worth.tsx";
import { Icon, type IconName } from "#src/components/ui/Icon.tsx";
import { buildDetailsPath, buildOutcomePath } from "#src/routes/links.ts";

type Movement = components["schemas"]["Movement"];

const ICONS: Readonly<Record<Movement["kind"], IconName>> = {
  deposit: "plus",
  assign: "plus",
  claim: "gift",
  refund: "refresh",
  orderEnded: "refresh",
  balance: "send",
  payout: "wallet",
  payoutBack: "refresh",
  payoutReturned: "refresh",
};

interface MovementRowProps {
  movement: Movement;
  /** When it was, in the words of the list around it. */
  time: string;
}

/** One gain or loss of a balance, with the way to what it belongs to. */
export function MovementRow({ movement, time }: MovementRowProps) {
  const { t } = useTranslation();
  const { kind, amount, coinType } = movement;
  const to = findPath(movement);
  return (
    <MoneyRow
      {...(to !== undefined && { to })}
      before={<Icon name={ICONS[kind]} />}
      title={t(`envelope:record.movement.${kind}`)}
      subtitle={time}
      amount={<Amount amount={amount} coinType={coinType} isSigned />}
      worth={<Worth amount={amount.replace("-", "")} coinType={coinType} />}
    />
  );
}

function findPath({ envelopeId, orderId, payoutId }: Movement): string | undefined {
  if (envelopeId !== null) return buildDetailsPath({ envelopeId });
  if (payoutId !== null) return buildOutcomePath({ payoutId });
  return orderId === null ? undefined : buildOutcomePath({ orderId });
}
