import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import type { Obstacle } from "#machines/accountDeletion/accountDeletion.machine.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import type { IconName } from "#src/components/ui/IconName.ts";
import { formatTime } from "#src/format/formatTime.ts";
import { buildDetailsPath, buildOutcomePath, buildWithdrawPath } from "#src/routes/links.ts";

const ICONS: Readonly<Record<Obstacle["kind"], IconName>> = {
  underReview: "shield",
  balance: "wallet",
  envelope: "gift",
  claimedEnvelope: "gift",
  order: "clock",
  payout: "send",
  deposit: "sent",
};

/** Where it can be seen to; undefined where one can only wait. */
function findWay({ kind, coinType, id }: Obstacle): string | undefined {
  if (kind === "balance" && coinType !== null) return buildWithdrawPath(coinType);
  if (id === null) return undefined;
  if (kind === "envelope" || kind === "claimedEnvelope") return buildDetailsPath({ envelopeId: id });
  if (kind === "order") return buildOutcomePath({ orderId: id });
  return kind === "payout" ? buildOutcomePath({ payoutId: id }) : undefined;
}

/** One thing that has to end before the account can be deleted; a tap leads to it. */
export function ObstacleCell({ obstacle }: { obstacle: Obstacle }) {
  const { t, i18n } = useTranslation();
  const { kind, coinType, amount, until } = obstacle;
  const to = findWay(obstacle);
  return (
    <Cell
      before={<Icon name={ICONS[kind]} />}
      title={t(`privacy:delete.obstacle.${kind}`, {
        amount: amount === null ? "" : formatAmountText(amount, i18n.language),
        coin: coinType === null ? "" : COINS[coinType].ticker,
      })}
      subtitle={until === null ? undefined : t("privacy:delete.until", { time: formatTime(until, i18n.language) })}
      {...(to !== undefined && { to })}
    />
  );
}
