import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";

import { Amount } from "./Amount.tsx";
import { Avatar } from "./Avatar.tsx";
import { Badge } from "./Badge.tsx";
import { Cell } from "./Cell.tsx";
import { formatTime } from "./formatTime.ts";

interface ClaimCellsProps {
  claims: readonly components["schemas"]["Claim"][];
}

/** Who got how much of an envelope, the best luck crowned. */
export function ClaimCells({ claims }: ClaimCellsProps) {
  const { t, i18n } = useTranslation();
  return (
    <ul>
      {claims.map((claim) => (
        <li key={claim.claimId}>
          <Cell
            before={<Avatar name={claim.user.name} url={claim.user.url} />}
            title={claim.isMine ? t("envelope:claims.me", { name: claim.user.name }) : claim.user.name}
            subtitle={formatTime(claim.claimedAt, i18n.language)}
            after={
              <>
                {claim.bestLuck && (
                  <Badge tone="gold" icon="crown">
                    {t("envelope:claims.bestLuck")}
                  </Badge>
                )}{" "}
                <Amount amount={claim.amount} coinType={claim.coinType} />
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}
