import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { type Reaction, REACTIONS } from "#domain/envelope/reactions.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { MoneyRow } from "#src/components/amount/MoneyRow.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Named } from "#src/components/ui/Named.tsx";
import { formatTime } from "#src/format/formatTime.ts";

import { LuckBadge } from "./LuckBadge.tsx";

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

/** How a claimer thanks, beside the name. */
function ThankSign({ reaction }: { reaction: Reaction }) {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden="true">{REACTIONS[reaction]}</span>
      <span className="visually-hidden">{t(`envelope:thanks.sign.${reaction}`)}</span>
    </>
  );
}
