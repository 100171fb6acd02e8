import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { CoinLabel } from "#src/components/amount/CoinLabel.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { useAmountLabels } from "./useAmountLabels.ts";

/** The coin, where there are several, and of an ordinary envelope what the amount is of. */
export function CoinFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const labels = useAmountLabels(view);
  const { draft, coinTypes } = view;
  const hasCoins = coinTypes.length > 1;
  if (!hasCoins && draft.type !== "ordinary") return null;
  return (
    <Section isPadded>
      {hasCoins && (
        <Segmented
          label={t("envelope:send.coin")}
          value={draft.coinType}
          options={coinTypes.map((coinType) => ({ value: coinType, label: <CoinLabel coinType={coinType} /> }))}
          onChange={(coinType) => {
            send({ type: "ui.chooseCoin", coinType });
          }}
        />
      )}
      {draft.type === "ordinary" && (
        <Segmented
          label={t("envelope:send.amountOf")}
          value={draft.singleAmount === null ? "totalAmount" : "singleAmount"}
          options={[
            { value: "totalAmount", label: labels.totalAmount },
            { value: "singleAmount", label: labels.singleAmount },
          ]}
          onChange={(field) => {
            send({ type: "ui.chooseAmount", field });
          }}
        />
      )}
    </Section>
  );
}
