import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";
import type { CoinFunds } from "#machines/app/flows.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { createResourceFlow } from "#src/adapters/actors/resource.ts";
import { readFunds, readWallets } from "#src/adapters/api/readFunds.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { PricedAmount } from "#src/components/amount/Worth.tsx";
import { SheetDone } from "#src/components/shell/MainAction.tsx";
import { Icon, type IconName } from "#src/components/ui/Icon.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./CoinSheet.module.css";

interface OfCoins {
  coinTypes: readonly CoinType[];
}

/** What can pay for each of these coins; those of which that cannot be read are left out. */
const coinFundsFlow = createResourceFlow("coinFunds", async (app, query: OfCoins, signal): Promise<CoinFunds> => {
  const wallets = readWallets(app.api, signal);
  const read = query.coinTypes.map(async (coinType) => {
    const funds = await readFunds(app.api, coinType, signal, wallets).catch(() => null);
    return funds === null ? [] : [{ coinType, funds }];
  });
  return { coins: (await Promise.all(read)).flat() };
});

interface CoinSheetProps extends FlowProps<"envelopeSend", EnvelopeSendView> {
  onClose: () => void;
}

/** The coins that can be sent, with what the person has of each in the app and in the wallet. One tap chooses. */
export function CoinSheet({ view: { coinTypes, draft }, send, onClose }: CoinSheetProps) {
  const { t } = useTranslation();
  const flow = useFlow(coinFundsFlow, { input: { params: { coinTypes } }, open: { type: "resource.load" } });
  const known = flow?.view.value?.coins ?? [];
  return (
    <Sheet isOpen onClose={onClose} title={t("envelope:send.coin")} actions={<SheetDone onClose={onClose} />}>
      <ul>
        {coinTypes.map((coinType) => (
          <li key={coinType}>
            <button
              type="button"
              className={styles.coin}
              aria-pressed={coinType === draft.coinType}
              onClick={() => {
                if (coinType !== draft.coinType) send({ type: "ui.chooseCoin", coinType });
                onClose();
              }}
            >
              <span className={styles.name}>
                <span className={styles.label}>{COINS[coinType].label}</span>{" "}
                <span className={styles.network}>{nameNetwork(coinType)}</span>
              </span>{" "}
              <Means coinType={coinType} coins={known} />
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Ticker and network, where the coin is not called like them. */
function nameNetwork(coinType: CoinType): string {
  const { label, ticker, network } = COINS[coinType];
  return [...new Set([ticker, network])].filter((name) => name.toLowerCase() !== label.toLowerCase()).join(" · ");
}

/** What there is of a coin; nothing while that is not known. */
function Means({ coinType, coins }: { coinType: CoinType; coins: CoinFunds["coins"] }): ReactNode {
  const { t } = useTranslation();
  const funds = coins.find((candidate) => candidate.coinType === coinType)?.funds;
  if (funds === undefined) return null;
  const wallet = funds.kind === "bound" ? funds.balance : null;
  const means: [IconName, string, string][] = [
    ["gift", t("envelope:balance.inApp"), funds.inApp ?? "0"],
    ...(wallet === null ? [] : [["wallet", t("envelope:send.payFrom"), wallet] satisfies [IconName, string, string]]),
  ];
  return (
    <span className={styles.means}>
      {means.map(([icon, label, amount]) => (
        <span key={icon} className={styles.mean}>
          <Icon name={icon} sizePx={16} />
          <span className="visually-hidden">{label}</span> <PricedAmount amount={amount} coinType={coinType} />
        </span>
      ))}
    </span>
  );
}
