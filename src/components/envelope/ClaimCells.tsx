import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";

import { Amount } from "#src/components/amount/Amount.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { LuckBadge } from "./LuckBadge.tsx";
import { MoneyRow } from "#src/components/amount/MoneyRow.tsx";
import { ThankSign } from "./ThankSign.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";
import { Named } from "#src/components/ui/Named.tsx";

interface ClaimCellsProps {
  claims: readonly components["schemas"]["Claim"][];
}

/** Who got how much of an envelope, the best luck crowned. */
export function ClaimCells({ claims }: ClaimCellsProps) {
  const { t, i18n } = useTranslation();
  return (
    <ul>
      {claims.map((claim) => (
        <MoneyRow
          key={claim.claimId}
          before={<Avatar name={claim.user.name} url={claim.user.url} />}
          title={
            <>
              <Named
                name={claim.user.name}
                write={(name) => (claim.isMine ? t("envelope:claims.me", { name }) : name)}
              />
              {claim.reaction !== null && (
                <>
                  {" "}
                  <ThankSign reaction={claim.reaction} />
                </>
              )}
            </>
          }
          subtitle={formatTime(claim.claimedAt, i18n.language)}
          amount={<Amount amount={claim.amount} coinType={claim.coinType} />}
          worth={<Worth amount={claim.amount} coinType={claim.coinType} />}
          mark={claim.bestLuck ? <LuckBadge /> : undefined}
        />
      ))}
    </ul>
  );
}
