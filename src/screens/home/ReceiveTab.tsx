import { useTranslation } from "react-i18next";

import { Amount } from "#src/components/amount/Amount.tsx";
import { MoneyRow } from "#src/components/amount/MoneyRow.tsx";
import { LuckBadge } from "#src/components/envelope/LuckBadge.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { receivedRecords } from "#src/flows/lists.ts";
import { formatTime } from "#src/format/formatTime.ts";
import { useKeptList } from "#src/hooks/useKeptList.ts";
import { buildDetailsPath } from "#src/routes/buildDetailsPath.ts";

import { ClaimFigures } from "./ClaimFigures.tsx";
import { RecentRecords } from "./RecentRecords.tsx";
import { StartCard } from "./StartCard.tsx";

/** The way in by a passphrase, what came of luck so far, and what was received lately. */
export function ReceiveTab() {
  const { t, i18n } = useTranslation();
  const received = useKeptList(receivedRecords);
  return (
    <>
      <StartCard
        icon="key"
        title={t("home:receive.start")}
        text={t("home:receive.text")}
        action={{ to: "/getPacket", label: t("home:receive.button") }}
      />
      <ClaimFigures />
      <RecentRecords
        list={received}
        title={t("home:receive.recent")}
        emptyText={t("home:receive.none")}
        all={{ to: "/sendRecord?tab=received", label: t("home:receive.all") }}
      >
        {(claim) => (
          <MoneyRow
            key={claim.claimId}
            to={buildDetailsPath(claim)}
            before={<Avatar name={claim.sender.name} url={claim.sender.url} sizePx={44} />}
            title={claim.sender.name}
            subtitle={formatTime(claim.claimedAt, i18n.language)}
            amount={<Amount amount={claim.amount} coinType={claim.coinType} isSigned />}
            mark={claim.bestLuck ? <LuckBadge /> : undefined}
          />
        )}
      </RecentRecords>
    </>
  );
}
